import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import { flag, moment, money, plain, type AuditSubject } from '#server/modules/audit/index.ts'
import { cardName } from '../accounts/credit.rules.ts'
import { changeCard, lockCard, type CardFields } from './staff-gift-card.writes.ts'

const inLedger = 'Entries of the ledger are final. Correct the balance instead'

/** Gift cards in the audit log, without their codes. Only what a card may do can be undone. */
export const giftCardAuditSubject: AuditSubject = {
  subject: 'gift_card',
  noun: 'Gift card',
  permission: 'refunds',
  fields: {
    balance: { ...money('Balance'), undoRefusal: inLedger },
    reason: { ...plain('Reason'), undoRefusal: inLedger },
    ending: { ...plain('Code ends in'), undoRefusal: 'A replaced code can’t be restored' },
    sentTo: { ...plain('Sent to'), undoRefusal: 'An email can’t be unsent' },
    recipientEmail: plain('Recipient'),
    recipientName: plain('Name of the recipient'),
    isActive: flag('Active'),
    expiresAt: moment('Expires'),
  },
  listNames: listCardNames,
  undo: {
    read: lockCard,
    update: (tx, write, id, { isActive, expiresAt }) =>
      changeCard(tx, write, id, {
        ...(isActive !== undefined && { isActive: isActive as CardFields['isActive'] }),
        ...(expiresAt !== undefined && {
          expiresAt: typeof expiresAt === 'string' ? new Date(expiresAt) : null,
        }),
      }),
  },
}

async function listCardNames(
  db: Database,
  shopId: number,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; ending: string }>`
    select account_id as id, ending from gift_card where config_id = ${shopId} and account_id = any(${[...ids]})`.execute(
    db,
  )
  return new Map(rows.map(({ id, ending }) => [id, cardName(ending)]))
}
