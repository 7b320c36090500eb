import { links } from '#contract/links.ts'
import type { Transaction } from '#server/db/connect.ts'
import type { KeyedHash } from '#server/http/keyed-hash.ts'
import { orderMail, sendMailOnce, type OrderMailKind } from '#server/modules/mail/index.ts'
import { accessTokenOf } from './order-number.ts'
import { moreAbout, orderInWords, type MailedLine } from './order-mail-words.ts'
import { listOrderLines, lockOrder, type OrderRow } from './order.queries.ts'
import { tellStaff } from './tell-staff.ts'

/** In whose name it is written, and what signs its links. */
export interface MailContext {
  shop: { configId: number; name: string; locale: string; currency: string; timeZone: string }
  keyedHash: KeyedHash
}

interface Occasion {
  orderId: number
  kind: OrderMailKind
  /** Tells occasions of one kind apart, such as two refunds. */
  which?: number | string
  /** Beside what the order says itself. */
  more?: readonly string[]
  /** The order, where this transaction has just written it. */
  written?: { order: OrderRow; lines: readonly MailedLine[]; isStaffTold: boolean }
}

/** Writes to the customer about an order, in the transaction of what happened; of each occasion once. */
export async function mailCustomer(
  tx: Transaction,
  { shop, keyedHash }: MailContext,
  { orderId, kind, which, more = [], written }: Occasion,
): Promise<void> {
  const { configId, name: shopName } = shop
  const order = written?.order ?? (await lockOrder(tx, configId, orderId))
  const lines = written?.lines ?? (await listOrderLines(tx, configId, orderId))
  const words = orderInWords(order, lines, shop)
  const token = accessTokenOf(keyedHash, configId, order.number)
  const content = orderMail(kind, {
    shopName,
    name: order.shipping_address.fullName,
    link: order.origin + links.order(order.number, token),
    order: words,
    more: [...more, ...(await moreAbout(tx, shop, { order, kind, token }))],
  })
  const reference = `order:${orderId}:${kind}${which === undefined ? '' : `:${which}`}`
  await sendMailOnce(tx, configId, { recipient: order.email, reference }, content)
  // One that is to be paid online is told of when it is paid.
  const isNew = kind === 'received' || kind === 'confirmed'
  if (isNew && written?.isStaffTold !== false) await tellStaff(tx, shop, order, words)
}
