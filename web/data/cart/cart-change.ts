import type { CartLine } from '#contract/cart/cart.ts'
import { MAX_QUANTITY } from '#contract/cart/max-quantity.ts'
import type { ProductCard, Variant } from '#contract/catalog/product.ts'
import { orderableUnits } from '../availability.ts'

/**
 * A change to the cart. `key` is the idempotency key of an addition. `save` puts a line aside for later, `restore` brings it
 * back, and `discard` removes a saved line.
 */
export type CartChange =
  | { kind: 'add'; line: CartLine; key: string }
  | { kind: 'set'; line: CartLine; quantity: number }
  | { kind: 'remove' | 'save' | 'restore' | 'discard'; line: CartLine }

/** Whether two lines hold the same variant. Variant 0 is the only one of a simple product, before the server names it. */
export function sameLine(a: CartLine, b: CartLine): boolean {
  return (
    a.productid === b.productid && (a.variantid === b.variantid || a.variantid === 0 || b.variantid === 0)
  )
}

/** Applies a change to the cached lines. Applying it twice has the effect of once. */
export function applyCartChange(lines: CartLine[], change: CartChange): CartLine[] {
  const { line } = change
  switch (change.kind) {
    case 'add':
    case 'restore':
      return lines.some((other) => sameLine(other, line)) ? lines : [...lines, line]
    case 'set': {
      const { quantity } = change
      return lines.map((other) =>
        sameLine(other, line)
          ? {
              ...other,
              quantity,
              linetotal: other.productprice * quantity,
              notices: remainingNotices(other, quantity),
            }
          : other,
      )
    }
    case 'remove':
    case 'save':
      return lines.filter((other) => !sameLine(other, line))
    case 'discard':
      return lines
  }
}

function remainingNotices({ notices, stock }: CartLine, quantity: number): CartLine['notices'] {
  return quantity > stock ? notices : notices.filter((notice) => notice !== 'too_many')
}

/** The line that an addition creates. */
export function newLine(product: ProductCard, variant: Variant | undefined, quantity: number): CartLine {
  const price = variant?.saleprice ?? product.saleprice
  const image = product.images.find(({ file }) => file === variant?.image) ?? product.images[0]
  return {
    id: 0,
    productid: product.productid,
    variantid: variant?.variantid ?? 0,
    productname: product.productname,
    options: variant?.options ?? {},
    productimages: product.images.map(({ file }) => file),
    image: image ?? null,
    quantity,
    productprice: price,
    regularprice: variant?.price ?? product.productprice,
    price_at_add_time: price,
    linetotal: price * quantity,
    stock: variant ? orderableUnits(variant) : MAX_QUANTITY,
    notices: [],
  }
}
