import { sql } from 'kysely'
import { later, type Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { record, requireVersion, type WriteContext } from '#server/modules/audit/index.ts'
import type { KeyedHash } from '#server/platform/keyed-hash.ts'
import { updateAccounts } from '../accounts/account.writes.ts'
import { lockAccounts } from '../ledger/ledger.queries.ts'
import { correctBalance } from '../ledger/ledger.writes.ts'
import { endingOf } from './code.ts'
import { cardNotFound, readGiftCard } from './gift-card.queries.ts'
import { dropWaitingEmails, insertGiftCard, replaceCode, type NewGiftCard } from './gift-card.writes.ts'

/** The fields of a card in the audit log. */
export interface CardFields {
  isActive: boolean
  expiresAt: Date | null
}

/** A locked card as the audit log has it. AppError 404. */
export async function lockCard(tx: Transaction, shopId: number, id: number): Promise<CardFields> {
  const [account] = await lockAccounts(tx, shopId, [id])
  if (account?.kind !== 'gift_card') throw cardNotFound()
  return { isActive: account.deactivatedAt === null, expiresAt: account.expiresAt }
}

/** Issues a card by hand and returns its id. */
export async function issueByHand(
  tx: Transaction,
  write: WriteContext,
  keyedHash: KeyedHash,
  card: NewGiftCard,
): Promise<number> {
  const id = await insertGiftCard(tx, write, keyedHash, card)
  const { code, amount, expiresAt, recipientEmail, recipientName, reason } = card
  const after = {
    balance: amount,
    ending: endingOf(code),
    isActive: true,
    expiresAt,
    recipientEmail,
    recipientName,
    reason,
  }
  later(tx, record(tx, { ...write, action: 'create', subject: 'gift_card', subjectId: id, after }))
  return id
}

/** Changes whether a card pays, and until when. AppError 404, 409 `version_conflict`. */
export async function changeCard(
  tx: Transaction,
  write: WriteContext,
  id: number,
  { version, ...changes }: Partial<CardFields> & { version?: number | undefined },
): Promise<void> {
  const { shopId } = write
  const before = await lockCard(tx, shopId, id)
  await requireVersion(tx, write, { subject: 'gift_card', subjectId: id, version })
  const { isActive, expiresAt } = changes
  await updateAccounts(tx, shopId, [id], {
    ...(isActive !== undefined && { deactivated_at: isActive ? null : sql<Date>`now()` }),
    ...(expiresAt !== undefined && { expires_at: expiresAt }),
  })
  if (isActive === false) await dropWaitingEmails(tx, shopId, [id])
  const entry = { action: 'update' as const, subject: 'gift_card', subjectId: id }
  later(tx, record(tx, { ...write, ...entry, before: { ...before }, after: { ...changes } }))
}

/** Gives a card a new code for an address, or for staff to hand over. AppError 404, 409 `deactivated`. */
export async function giveNewCode(
  tx: Transaction,
  write: WriteContext,
  keyedHash: KeyedHash,
  { id, ...change }: { id: number; code: string; email: string; origin: string },
): Promise<void> {
  const { shopId } = write
  const { isActive } = await lockCard(tx, shopId, id)
  if (!isActive)
    throw new AppError(409, 'deactivated', 'This gift card is deactivated. Activate it before you send it')
  const { ending } = await readGiftCard(tx, shopId, id)
  await replaceCode(tx, shopId, keyedHash, { accountId: id, ...change })
  const { code, email } = change
  const entry = { action: 'update' as const, subject: 'gift_card', subjectId: id }
  const after = { ending: endingOf(code), ...(email !== '' && { sentTo: email }) }
  later(tx, record(tx, { ...write, ...entry, before: { ending, sentTo: '' }, after }))
}

/** Corrects the balance of a card by `change`, in minor units. Returns the new balance. AppError 404, 409 `exceeds_balance`. */
export async function correctCard(
  tx: Transaction,
  write: WriteContext,
  { id, change, reason, locale }: { id: number; change: number; reason: string; locale: string },
): Promise<number> {
  await lockCard(tx, write.shopId, id)
  const balance = await correctBalance(tx, write, { accountId: id, change, reason, locale })
  const entry = { action: 'update' as const, subject: 'gift_card', subjectId: id }
  const before = { balance: balance - change, reason: '' }
  later(tx, record(tx, { ...write, ...entry, before, after: { balance, reason } }))
  return balance
}
