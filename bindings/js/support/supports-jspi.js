/** Whether WebAssembly can be suspended on promises here. */
export function supportsJspi() {
  return typeof WebAssembly === 'object' && 'Suspending' in WebAssembly && 'promising' in WebAssembly
}
