import type { Shop } from '#contract/shop/shop.ts'

/** Whether the checkout adds tax to the displayed price of this product. */
export const addsTax = (shop: Pick<Shop, 'pricesIncludeTax'>, product: { taxed: boolean }): boolean =>
  !shop.pricesIncludeTax && product.taxed
