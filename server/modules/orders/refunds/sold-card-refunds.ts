import type { Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { listOrderedCards, lockCreditOfOrder, type OrderedCard } from '#server/modules/credit/index.ts'
import { formatMoney } from '#server/modules/pricing/index.ts'
import { sellsGiftCards } from '../credit/sell-gift-cards.writes.ts'
import type { OrderLineRow, OrderRow } from '../order/order.queries.ts'
import type { RefundedLine } from './refund.writes.ts'

/**
 * The gift cards that a refund of a locked order ends, those first that staff have deactivated. Locks all of the order. `left` is what
 * can still be refunded afterwards. AppError 409 `card_used` if a card has paid already, or if money would go back while cards that
 * it bought still pay.
 */
export async function cardsToEnd(
  tx: Transaction,
  { config_id: shopId, id, currency, serial }: OrderRow,
  { lines, left, locale }: { lines: readonly RefundedLine[]; left: number; locale: string },
): Promise<OrderedCard[]> {
  if (!(await sellsGiftCards(tx, shopId, id))) return []
  await lockCreditOfOrder(tx, shopId, id)
  const cards = await listOrderedCards(tx, shopId, id)
  const sold = await listSoldLines(tx, shopId, id)
  const returned = lines.flatMap(({ position, quantity }) => {
    const line = sold.find((row) => row.position === position)
    return line ? cardsOfLine(line, cards, quantity) : []
  })
  const bound = sold.reduce((sum, { position, total, quantity }) => {
    const valid = cards.filter(
      (card) => card.position === position && card.isActive && !returned.includes(card),
    )
    return sum + (total / quantity) * valid.length
  }, 0)
  if (left < bound) {
    const amount = formatMoney(bound, currency, locale)
    const message = `Gift cards worth ${amount} of order ${serial} are still valid. Refund them by their lines instead`
    throw new AppError(409, 'card_used', message)
  }
  return returned
}

type SoldLine = Pick<OrderLineRow, 'position' | 'quantity' | 'refunded_quantity' | 'total'>

/** The cards that end with another `quantity` refunded units of a line. A refund that failed may have ended some of them already. */
function cardsOfLine(line: SoldLine, all: readonly OrderedCard[], quantity: number): OrderedCard[] {
  const cards = all.filter(({ position }) => position === line.position)
  const ended = cards.filter(({ isEnded }) => isEnded).length
  // Units that were refunded before their cards were issued have none.
  const withoutCard = line.quantity - cards.length
  const count = Math.max(0, line.refunded_quantity + quantity - withoutCard - ended)
  const unused = cards
    .filter(({ isUnused, isEnded }) => isUnused && !isEnded)
    .toSorted((a, b) => Number(a.isActive) - Number(b.isActive))
  if (unused.length < count) throw used(cards.length - ended - unused.length)
  return unused.slice(0, count)
}

function used(count: number): AppError {
  const cards = count === 1 ? 'One gift card' : `${count} gift cards`
  const message = `${cards} of this line ${count === 1 ? 'was' : 'were'} used or corrected already, and can’t be refunded`
  return new AppError(409, 'card_used', message, [{ path: 'lines', message }])
}

const listSoldLines = (tx: Transaction, shopId: number, orderId: number): Promise<SoldLine[]> =>
  tx
    .selectFrom('order_line')
    .select(['position', 'quantity', 'refunded_quantity', 'total'])
    .where('config_id', '=', shopId)
    .where('order_id', '=', orderId)
    .where('is_gift_card', '=', true)
    .execute()
