import { links } from '#contract/links.ts'
import type { Transaction } from '#server/db/connect.ts'
import type { ShopContext } from '#server/http/route.ts'
import type { OrderInWords, OrderMailKind, Paragraph } from '#server/modules/mail/index.ts'
import { formatMoney, totalSteps } from '#server/modules/pricing/index.ts'
import { findSettings } from '#server/modules/settings/index.ts'
import { deliveryDays, wordsFor } from './order-view.ts'
import type { OrderLineRow, OrderRow } from './order.queries.ts'
import { addressLines, dayOf } from './paper-words.ts'

type MailShop = Pick<ShopContext, 'configId' | 'currency' | 'locale' | 'timeZone'>

/** As much of a line as a mail tells. */
export type MailedLine = Pick<OrderLineRow, 'name' | 'options' | 'quantity' | 'total'>

/** What was ordered, what it costs by the steps of the order, and where it goes. */
export function orderInWords(
  order: OrderRow,
  lines: readonly MailedLine[],
  { locale, timeZone }: MailShop,
): OrderInWords {
  const money = (minor: number) => formatMoney(minor, order.currency, locale)
  const steps = totalSteps({ ...order, coupon: order.coupon_discount }, wordsFor(order, locale))
  const days = deliveryDays(order)
  const [first, last] = days ? [days.from, days.to].map((day) => dayOf(day, { locale, timeZone })) : []
  return {
    number: order.number,
    lines: lines.map(({ name, options, quantity, total }) => {
      const kind = options.map(([, value]) => value).join(', ')
      return { what: `${quantity} × ${kind ? `${name} (${kind})` : name}`, amount: money(total) }
    }),
    sums: [
      ...steps.map(({ text, amount, contained }) => ({
        what: text,
        amount: money(amount),
        isContained: contained,
      })),
      { what: 'Total', amount: money(order.total), isTotal: true },
    ],
    facts: [
      { name: 'Delivery address', lines: addressLines(order.shipping_address) },
      ...(first && last
        ? [{ name: order.shipping_name, lines: [first === last ? first : `Between ${first} and ${last}`] }]
        : []),
    ],
  }
}

/** What an order itself has to tell on an occasion. */
export async function moreAbout(
  tx: Transaction,
  shop: MailShop,
  { order, kind, token }: { order: OrderRow; kind: OrderMailKind; token: string },
): Promise<Paragraph[]> {
  const money = (minor: number) => formatMoney(minor, order.currency, shop.locale)
  switch (kind) {
    case 'received': {
      if (order.payment_method !== 'bank_transfer') return []
      const { bank_details: details } = await findSettings(tx, shop, 'payment')
      const until = order.reserved_until ? ` until ${dayOf(order.reserved_until, shop)}` : ''
      return [
        `Please transfer ${money(order.total)}${until}, and name the order ${order.number}.`,
        ...(details ? [details] : []),
      ]
    }
    case 'shipped':
      return [...parcelOf(order), invoiceOf(order, token)]
    case 'delivered':
      return [invoiceOf(order, token)]
    case 'cancelled':
      return order.paid > 0 ? [`What you have paid, ${money(order.paid)}, is paid back.`] : []
    case 'confirmed':
    case 'refunded':
    case 'returned':
    case 'message':
      return []
  }
}

function parcelOf({ carrier, tracking, tracking_url: link }: OrderRow): Paragraph[] {
  const by = carrier ? ` with ${carrier}` : ''
  return [
    ...(tracking ? [`It travels${by}; its tracking number is ${tracking}.`] : []),
    ...(!tracking && carrier ? [`It travels${by}.`] : []),
    ...(link ? [{ words: 'Follow the parcel', link }] : []),
  ]
}

const invoiceOf = ({ origin, number }: OrderRow, token: string): Paragraph => ({
  words: 'Your invoice (PDF)',
  link: origin + links.invoice(number, token),
})
