import type { ProductCard, Variant } from '#contract/catalog/product.ts'
import { newLine } from '#web/data/cart/cart-change.ts'
import { cartChangeOptions } from '#web/data/cart/cart-changes.ts'
import { wishlistChangeOptions, wishlistToggle } from '#web/data/wishlist-changes.ts'
import { sharedQueries } from '../queries.ts'

// What the buttons of products do. Each change shows its own message.

/** Adds a product to the wishlist, or removes it. */
export function toggleWishlist(product: ProductCard): void {
  const client = sharedQueries()
  const change = client.getMutationCache().build(client, wishlistChangeOptions(client))
  change.execute(wishlistToggle(client, product)).catch(() => undefined)
}

interface Units {
  /** Undefined for a product without options. */
  variant?: Variant
  quantity: number
  /** The idempotency key of the press. */
  key: string
}

/** Adds units to the cart. Rejects with an `ApiError`, which a message has shown. */
export async function addUnits(product: ProductCard, { variant, quantity, key }: Units): Promise<void> {
  const client = sharedQueries()
  const change = client.getMutationCache().build(client, cartChangeOptions(client))
  await change.execute({ kind: 'add', line: newLine(product, variant, quantity), key })
}
