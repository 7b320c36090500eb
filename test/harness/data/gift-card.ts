import { checkGiftCard } from '#contract/credit/checkout-credit.ts'
import { issueGiftCard } from '#contract/credit/gift-card.ts'
import type { Database } from '#server/db/connect.ts'
import { runIntegrityChecks } from '#server/modules/reconciliation/index.ts'
import type { Client } from '../people/client.ts'

/** A gift card that staff have issued, with a pass that pays at the checkout; `amount` in major units. */
export async function newGiftCard(
  { staff, shopper }: { staff: Client; shopper: Client },
  amount: number,
): Promise<{ id: number; code: string; pass: string }> {
  const { id, code } = (await staff.send(issueGiftCard, { amount, reason: 'Test' })).answer.data
  const { status, answer, message } = await shopper.send(checkGiftCard, { code: code ?? '' })
  if (status !== 200) throw new Error(`The gift card was refused: ${message}`)
  return { id, code: code ?? '', pass: answer.data.pass }
}

/** The balance of an account, in minor units. */
export async function balanceOf(db: Database, accountId: number): Promise<number> {
  const { balance } = await db
    .selectFrom('credit_account')
    .select('balance')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return balance
}

/** Throws what the integrity checks find. */
export async function requireNoProblems(db: Database): Promise<void> {
  const found = await runIntegrityChecks(db, { shopId: 1, locale: 'en-IN' })
  if (found.length > 0) throw new Error(found.map(({ message }) => message).join(' '))
}
