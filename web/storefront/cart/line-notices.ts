import type { CartLine } from '#contract/cart/cart.ts'
import { money, type MoneyFormat } from '#web/lib/format/money.ts'

/** The messages about a cart line that has changed since it was added. */
export function lineNotices(
  line: Pick<CartLine, 'notices' | 'stock' | 'price_at_add_time' | 'productprice'>,
  shop: MoneyFormat,
): string[] {
  const { notices, stock, price_at_add_time: before, productprice: now } = line
  if (notices.includes('gone')) return ['No longer available. Not included in your total.']
  return notices.map((notice) => {
    switch (notice) {
      case 'gone':
        return 'No longer available'
      case 'sold_out':
        return 'Sold out. Not included in your total.'
      case 'too_many':
        return `Only ${stock} left. Please reduce the quantity.`
      case 'backorder':
        return 'On backorder. We send it when new stock arrives.'
      case 'price_up':
      case 'price_down':
        return `The price has changed from ${money(before, shop)} to ${money(now, shop)}.`
    }
  })
}
