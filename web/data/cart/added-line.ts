import type { CartLine } from '#contract/cart/cart.ts'
import { links } from '#contract/links.ts'
import { handOver } from '#web/lib/browser/hand-over.ts'
import { startIsland } from '#web/lib/browser/start-island.ts'

/** What was just added to the cart. */
export interface AddedLine {
  line: CartLine
  /** The element that had the focus then; undefined if that was in the document before. */
  from?: Element | null
}

let added: AddedLine | undefined
const listeners = new Set<() => void>()

/** Sets what was just added; undefined once it is dismissed. The cart and the checkout list it themselves. */
export function setAddedLine(next: AddedLine | undefined): void {
  if (next && ([links.cart(), links.checkout()] as string[]).includes(location.pathname)) return
  added = next
  if (next) startIsland('[data-added]')
  for (const notify of listeners) notify()
}

/** What was just added to the cart. */
export const currentAddedLine = (): AddedLine | undefined => added

/** The subscribe function for `useSyncExternalStore`. */
export function subscribeToAddedLine(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Shows what was added in the document before, and passes on what is shown. Returns the function that ends it. */
export const handOverAddedLine = (): (() => void) =>
  handOver<CartLine>(
    'added',
    () => added?.line,
    (line) => setAddedLine({ line }),
  )
