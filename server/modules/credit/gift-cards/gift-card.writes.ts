import { sql } from 'kysely'
import type { Transaction } from '#server/db/connect.ts'
import type { WriteContext } from '#server/modules/audit/index.ts'
import type { KeyedHash } from '#server/platform/keyed-hash.ts'
import { openCardAccounts } from '../accounts/account.writes.ts'
import { endingOf, hashCode, sealCode } from './code.ts'

/** The channel that says that the email of a card is due. */
export const GIFT_CARD_CHANNEL = 'gift_card'

/** A card to issue. */
export interface NewGiftCard {
  /** From `makeCode`. */
  code: string
  currency: string
  /** Minor units; 0: a refund fills it. */
  amount: number
  expiresAt: Date | null
  /** Empty: it is handed over without email. */
  recipientEmail: string
  recipientName: string
  senderName: string
  message: string
  /** When its email is due; absent: at once. Ignored without an address. */
  sendAt?: Date
  /** Scheme and host for the links in its email. */
  origin: string
  /** The order that sells it, or whose refund fills it. */
  orderId?: number
  /** The unit of the order line that sells it. A second card for it is refused by the database. */
  unit?: { position: number; unit: number }
  reason?: string
}

/** How many cards one statement writes. PostgreSQL takes 65,535 values. */
export const MAX_CARDS_AT_ONCE = 1000

/** Issues a gift card with its account, and returns its id. The code stays sealed only if it is to be emailed. */
export async function insertGiftCard(
  tx: Transaction,
  write: WriteContext,
  keyedHash: KeyedHash,
  card: NewGiftCard,
): Promise<number> {
  const [id = 0] = await insertGiftCards(tx, write, keyedHash, [card])
  return id
}

/** Issues gift cards as `insertGiftCard` does, in batches, and returns their ids. */
export async function insertGiftCards(
  tx: Transaction,
  write: WriteContext,
  keyedHash: KeyedHash,
  cards: readonly NewGiftCard[],
): Promise<number[]> {
  const { shopId } = write
  const issued: number[] = []
  for (let from = 0; from < cards.length; from += MAX_CARDS_AT_ONCE) {
    const batch = cards.slice(from, from + MAX_CARDS_AT_ONCE)
    const ids = await openCardAccounts(tx, write, batch)
    const rows = batch.map((card, index) => rowOf(card, { shopId, accountId: ids[index] ?? 0, keyedHash }))
    await tx.insertInto('gift_card').values(rows).execute()
    issued.push(...ids)
  }
  if (cards.some(isEmailed)) await wakeJob(tx)
  return issued
}

const isEmailed = ({ recipientEmail }: NewGiftCard): boolean => recipientEmail !== ''

const rowOf = (
  card: NewGiftCard,
  { shopId, accountId, keyedHash }: { shopId: number; accountId: number; keyedHash: KeyedHash },
) => ({
  config_id: shopId,
  account_id: accountId,
  code_hash: hashCode(keyedHash, shopId, card.code),
  ending: endingOf(card.code),
  sealed_code: isEmailed(card) ? sealCode(keyedHash, card.code) : null,
  send_at: isEmailed(card) ? (card.sendAt ?? sql<Date>`now()`) : null,
  recipient_email: card.recipientEmail,
  recipient_name: card.recipientName,
  sender_name: card.senderName,
  message: card.message,
  origin: card.origin,
  order_id: card.orderId ?? null,
  order_position: card.unit?.position ?? null,
  order_unit: card.unit?.unit ?? null,
})

/** Gives a card a new code. The old one stops working. `email`: where it is sent; empty: nowhere. */
export async function replaceCode(
  tx: Transaction,
  shopId: number,
  keyedHash: KeyedHash,
  { accountId, code, email, origin }: { accountId: number; code: string; email: string; origin: string },
): Promise<void> {
  await tx
    .updateTable('gift_card')
    .set({
      code_hash: hashCode(keyedHash, shopId, code),
      ending: endingOf(code),
      sealed_code: email === '' ? null : sealCode(keyedHash, code),
      send_at: email === '' ? null : sql<Date>`now()`,
      ...(email !== '' && { recipient_email: email, origin }),
    })
    .where('config_id', '=', shopId)
    .where('account_id', '=', accountId)
    .execute()
  if (email !== '') await wakeJob(tx)
}

/** Wakes the job that writes the emails, at commit. */
const wakeJob = (tx: Transaction) => sql`select pg_notify(${GIFT_CARD_CHANNEL}, '')`.execute(tx)

/** Notes that the email of a card is written, and forgets its code. */
export async function noteEmailed(tx: Transaction, shopId: number, accountId: number): Promise<void> {
  await tx
    .updateTable('gift_card')
    .set({ sealed_code: null, send_at: null, emailed_at: sql<Date>`now()`, emails: sql<number>`emails + 1` })
    .where('config_id', '=', shopId)
    .where('account_id', '=', accountId)
    .execute()
}

/** Stops the waiting emails of cards, and forgets their codes. */
export async function dropWaitingEmails(
  tx: Transaction,
  shopId: number,
  accountIds: readonly number[],
): Promise<void> {
  await tx
    .updateTable('gift_card')
    .set({ sealed_code: null, send_at: null })
    .where('config_id', '=', shopId)
    .where('account_id', 'in', accountIds)
    .execute()
}
