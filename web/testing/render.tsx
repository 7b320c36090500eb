import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { onTestFinished } from 'vitest'

declare global {
  var IS_REACT_ACT_ENVIRONMENT: boolean
}

/** Renders into the document until the test ends. The test file needs `@vitest-environment happy-dom`. */
export function render(node: ReactNode): { container: HTMLElement; unmount(): void } {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  const unmount = () => {
    act(() => root.unmount())
    container.remove()
  }
  onTestFinished(unmount)
  act(() => root.render(node))
  return { container, unmount }
}
