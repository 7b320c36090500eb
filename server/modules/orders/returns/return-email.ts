import { links } from '#contract/links.ts'
import type { Transaction } from '#server/db/connect.ts'
import { returnEmail, sendEmailOnce, type ReturnEmailKind } from '#server/modules/email/index.ts'
import { emailedTokenOf } from '../order/order-access.ts'
import { nameInEmails } from '../emails/order-email-content.ts'
import type { EmailContext } from '../emails/order-email.ts'
import type { OrderRow } from '../order/order.queries.ts'

interface ReturnNotice {
  returnId: number
  kind: ReturnEmailKind
  items: readonly { name: string; quantity: number }[]
  details?: readonly string[]
}

/** Emails the customer about a return, in the transaction of its change, once for each kind. */
export async function emailAboutReturn(
  tx: Transaction,
  { shop, services }: EmailContext,
  order: OrderRow,
  { returnId, kind, items, details = [] }: ReturnNotice,
): Promise<void> {
  const { shopId, name: shopName } = shop
  const token = emailedTokenOf(services.keyedHash, shopId, order.number)
  const content = returnEmail(kind, {
    shopName,
    name: nameInEmails(order),
    link: order.origin + links.order(order.number, token),
    serial: order.serial,
    items: items.map(({ name, quantity }) => `${quantity} × ${name}`),
    details: details.filter(Boolean),
  })
  const reference = `return:${returnId}:${kind}`
  if (order.email !== '') await sendEmailOnce(tx, shopId, { recipient: order.email, reference }, content)
}
