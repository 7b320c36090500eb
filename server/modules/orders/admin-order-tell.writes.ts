import type { ResentMailKind } from '#contract/admin-order.ts'
import type { Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { record } from '#server/modules/journal/index.ts'
import { formatMoney } from '#server/modules/pricing/index.ts'
import { mailsOf } from './admin-order.rules.ts'
import type { Hand } from './admin-order.writes.ts'
import { mailCustomer } from './order-mail.ts'
import { lockOrderByNumber, sumPaidBack } from './order.queries.ts'
import { addEvent } from './order.writes.ts'

/** Writes a note into the timeline: for the staff, or for the customer too, who is mailed then. AppError 404. */
export async function addNote(
  tx: Transaction,
  { write, mail, number }: Hand,
  { text: note, isPublic }: { text: string; isPublic: boolean },
): Promise<void> {
  const { configId, actor } = write
  const { id } = await lockOrderByNumber(tx, configId, number)
  const kind = isPublic ? ('message' as const) : ('note' as const)
  const which = await addEvent(tx, configId, id, actor, { kind, note, isPublic })
  if (isPublic) await mailCustomer(tx, mail, { orderId: id, kind: 'message', which, more: [note] })
  const after = { [kind]: note }
  await record(tx, { ...write, action: 'update', subject: 'order', subjectId: id, before: {}, after })
}

/** Mails once more what the customer was told, with the order as it is now. AppError 404, 409 `no_such_mail`. */
export async function resendMail(
  tx: Transaction,
  { write, mail, number }: Hand,
  kind: ResentMailKind,
): Promise<void> {
  const { configId, actor } = write
  const order = await lockOrderByNumber(tx, configId, number)
  const paidBack = await sumPaidBack(tx, configId, order.id)
  if (!mailsOf(order, paidBack).includes(kind)) {
    throw new AppError(409, 'no_such_mail', `The customer was not told that order ${number} is ${kind}`)
  }
  const which = await addEvent(tx, configId, order.id, actor, { kind: 'mailed', note: kind, isPublic: false })
  const amount = formatMoney(paidBack, order.currency, mail.shop.locale)
  const more = kind === 'refunded' ? [`We have paid back ${amount}.`] : []
  await mailCustomer(tx, mail, { orderId: order.id, kind, which: `again-${which}`, more })
  const after = { mailed: kind }
  await record(tx, { ...write, action: 'update', subject: 'order', subjectId: order.id, before: {}, after })
}
