import { personalDataReset } from '../account/session-query.ts'
import { hashKey, onlineManager, type QueryClient } from '@tanstack/react-query'
import type { CartLine } from '#contract/cart/cart.ts'
import { cartChangeOptions, cartQuery, pendingChanges } from './cart-changes.ts'
import type { CartChange } from './cart-change.ts'

const storageKey = 'storedCart'

interface StoredCart {
  lines: CartLine[] | undefined
  /** Changes that the server has not confirmed. */
  changes: CartChange[]
}

/**
 * Stores the cart of this tab and the changes that wait for a connection, so that they survive a reload and a new document.
 * Sends the waiting changes of the document before.
 */
export function keepCart(client: QueryClient): void {
  // A document that opens without a connection hears no event about it.
  onlineManager.setOnline(navigator.onLine)
  restore(client)
  const save = () =>
    write({ lines: client.getQueryData(cartQuery.queryKey) ?? read().lines, changes: pendingChanges(client) })
  save()
  addEventListener(personalDataReset, forgetCart)
  client.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && query.queryHash === hashKey(cartQuery.queryKey)) save()
  })
  client.getMutationCache().subscribe(save)
}

function restore(client: QueryClient): void {
  const { lines, changes } = read()
  if (lines && !onlineManager.isOnline() && !client.getQueryData(cartQuery.queryKey))
    client.setQueryData(cartQuery.queryKey, lines)
  const options = cartChangeOptions(client)
  for (const change of changes) {
    // A failure is shown by the change itself.
    client
      .getMutationCache()
      .build(client, options)
      .execute(change)
      .catch(() => {})
  }
}

function read(): StoredCart {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '') as StoredCart
  } catch {
    return { lines: undefined, changes: [] }
  }
}

function write(cart: StoredCart): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(cart))
  } catch {
    // The browser forbids storage.
  }
}

/** Forgets the cart of this tab. */
function forgetCart(): void {
  try {
    sessionStorage.removeItem(storageKey)
  } catch {
    // The browser forbids storage.
  }
}
