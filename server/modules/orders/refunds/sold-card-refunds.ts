import type { Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { listOrderedCards, lockCreditOfOrder, type OrderedCard } from '#server/modules/credit/index.ts'
import { formatMoney } from '#server/modules/pricing/index.ts'
import { sellsGiftCards } from '../credit/sell-gift-cards.writes.ts'
import type { OrderRow } from '../order/order.queries.ts'
import type { RefundedLine } from './refund.writes.ts'

/**
 * The gift cards that a refund of a locked order ends, and locks all of the order. `left` is what can still be refunded afterwards.
 * AppError 409 `card_used` if a card has paid already, or if money would go back while cards that it bought still pay.
 */
export async function cardsToEnd(
  tx: Transaction,
  { config_id: shopId, id, currency, serial }: OrderRow,
  { lines, left, locale }: { lines: readonly RefundedLine[]; left: number; locale: string },
): Promise<OrderedCard[]> {
  if (!(await sellsGiftCards(tx, shopId, id))) return []
  await lockCreditOfOrder(tx, shopId, id)
  const active = (await listOrderedCards(tx, shopId, id)).filter(({ isActive }) => isActive)
  const returned = lines.flatMap(({ position, quantity }) => {
    const cards = active.filter((card) => card.position === position)
    const unused = cards.filter(({ isUnused }) => isUnused)
    if (cards.length > 0 && unused.length < quantity) throw used(cards.length - unused.length)
    return unused.slice(0, quantity)
  })
  const staying = active.filter((card) => !returned.includes(card))
  const bound = await valueOf(tx, shopId, id, staying)
  if (left < bound) {
    const amount = formatMoney(bound, currency, locale)
    const message = `Gift cards worth ${amount} of order ${serial} are still valid. Refund them by their lines instead`
    throw new AppError(409, 'card_used', message)
  }
  return returned
}

function used(count: number): AppError {
  const cards = count === 1 ? 'One gift card' : `${count} gift cards`
  const message = `${cards} of this line ${count === 1 ? 'was' : 'were'} used or corrected already, and can’t be refunded`
  return new AppError(409, 'card_used', message, [{ path: 'lines', message }])
}

/** What the customer has paid for cards that still pay, in minor units. */
async function valueOf(
  tx: Transaction,
  shopId: number,
  orderId: number,
  cards: readonly { position: number }[],
): Promise<number> {
  const rows = await tx
    .selectFrom('order_line')
    .select(['position', 'total', 'quantity'])
    .where('config_id', '=', shopId)
    .where('order_id', '=', orderId)
    .where('is_gift_card', '=', true)
    .execute()
  return cards.reduce((sum, { position }) => {
    const line = rows.find((row) => row.position === position)
    return sum + (line ? line.total / line.quantity : 0)
  }, 0)
}
