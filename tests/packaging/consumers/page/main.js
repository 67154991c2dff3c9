import { createFxAgent } from 'libfx'
import { show } from './show.js'

show(createFxAgent)
