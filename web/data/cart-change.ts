import type { CartLine } from '#contract/cart.ts'
import type { ProductCard, Variant } from '#contract/product.ts'

/** What a shopper does to the cart. `key` makes that an addition is done once, however often it is sent. */
export type CartChange =
  | { kind: 'add'; line: CartLine; key: string }
  | { kind: 'set'; line: CartLine; quantity: number }
  | { kind: 'remove'; line: CartLine }

/** The same line: variant 0 stands for the only one of a simple product, before the server has named it. */
export function sameLine(a: CartLine, b: CartLine): boolean {
  return (
    a.productid === b.productid && (a.variantid === b.variantid || a.variantid === 0 || b.variantid === 0)
  )
}

/** The lines as they will be. Safe to apply to lines that the change is already part of. */
export function changed(lines: CartLine[], change: CartChange): CartLine[] {
  const { line } = change
  switch (change.kind) {
    case 'add':
      return lines.some((other) => sameLine(other, line)) ? lines : [...lines, line]
    case 'set': {
      const { quantity } = change
      return lines.map((other) =>
        sameLine(other, line)
          ? {
              ...other,
              quantity,
              linetotal: other.productprice * quantity,
              notices: stillTrue(other, quantity),
            }
          : other,
      )
    }
    case 'remove':
      return lines.filter((other) => !sameLine(other, line))
  }
}

function stillTrue({ notices, stock }: CartLine, quantity: number): CartLine['notices'] {
  return quantity > stock ? notices : notices.filter((notice) => notice !== 'too_many')
}

/** The line that an addition will make. */
export function newLine(product: ProductCard, variant: Variant | undefined, quantity: number): CartLine {
  const price = variant?.saleprice ?? product.saleprice
  const shown = product.pictures.find(({ file }) => file === variant?.picture) ?? product.pictures[0]
  return {
    id: 0,
    productid: product.productid,
    variantid: variant?.variantid ?? 0,
    productname: product.productname,
    options: variant?.options ?? {},
    productimages: product.pictures.map(({ file }) => file),
    picture: shown ?? null,
    quantity,
    productprice: price,
    price_at_add_time: price,
    linetotal: price * quantity,
    stock: variant?.stock ?? 999,
    notices: [],
  }
}
