import type { CartLine } from '#contract/cart.ts'
import { money, type MoneyFormat } from '../../lib/money.ts'

/** What has become of a line since it was put into the cart, in words. */
export function noticesOf(
  line: Pick<CartLine, 'notices' | 'stock' | 'price_at_add_time' | 'productprice'>,
  shop: MoneyFormat,
): string[] {
  const { notices, stock, price_at_add_time: before, productprice: now } = line
  if (notices.includes('gone')) return ['No longer in the shop. It does not count towards your total.']
  return notices.map((notice) => {
    switch (notice) {
      case 'gone':
        return 'No longer in the shop'
      case 'sold_out':
        return 'Sold out. It does not count towards your total.'
      case 'too_many':
        return `Only ${stock} left. Please lower the quantity.`
      case 'price_up':
      case 'price_down':
        return `The price has changed from ${money(before, shop)} to ${money(now, shop)}.`
    }
  })
}
