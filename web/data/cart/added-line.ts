import { useSyncExternalStore } from 'react'
import type { CartLine } from '#contract/cart/cart.ts'
import { startIsland } from '#web/lib/browser/start-island.ts'

/** What was just added to the cart, and the element that had the focus then. */
export interface AddedLine {
  line: CartLine
  from: Element | null
}

let added: AddedLine | undefined
const listeners = new Set<() => void>()

/** Sets what was just added; undefined once it is dismissed. */
export function setAddedLine(next: AddedLine | undefined): void {
  added = next
  if (next) startIsland('[data-added]')
  for (const notify of listeners) notify()
}

/** What was just added to the cart on this page. */
export const useAddedLine = (): AddedLine | undefined =>
  useSyncExternalStore(
    subscribe,
    () => added,
    () => undefined,
  )

function subscribe(notify: () => void): () => void {
  listeners.add(notify)
  return () => listeners.delete(notify)
}
