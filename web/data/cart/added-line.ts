import { useSyncExternalStore } from 'react'
import type { CartLine } from '#contract/cart/cart.ts'

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
