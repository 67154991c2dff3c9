import { createFxTerminal } from 'libfx'
import { open } from '../open.js'

const output = document.querySelector('output')
open(createFxTerminal).then(
  (told) => (output.value = told),
  (error) => (output.value = `${error.code}: ${error.message}`),
)
