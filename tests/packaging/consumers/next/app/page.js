'use client'

import { createFxAgent } from 'libfx'
import { useEffect } from 'react'
import { show } from '../../page/show.js'

export default function Page() {
  useEffect(() => {
    show(createFxAgent)
  }, [])
  return <output />
}
