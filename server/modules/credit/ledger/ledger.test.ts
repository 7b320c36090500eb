import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect, type Database } from '#server/db/connect.ts'
import { testDatabase, type TestDatabase } from '#test/harness/app/database.ts'
import { openCardAccounts } from '../accounts/account.writes.ts'
import { coverTotal } from '../accounts/credit.rules.ts'
import { creditGaps } from './ledger.queries.ts'
import { correctBalance } from './ledger.writes.ts'

let database: TestDatabase
let db: Database
beforeAll(async () => {
  database = await testDatabase()
  db = connect(database.url, { max: 20 })
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

const shop = { shopId: 1, actor: { id: null, name: 'The shop' } }
const open = async (amount: number) => {
  const account = { currency: 'INR', amount, expiresAt: null }
  const [id = 0] = await db.transaction().execute((tx) => openCardAccounts(tx, shop, [account]))
  return id
}
const balanceOf = async (id: number) =>
  (await db.selectFrom('credit_account').select('balance').where('id', '=', id).executeTakeFirstOrThrow())
    .balance
const take = (accountId: number, amount: number) =>
  db
    .transaction()
    .execute((tx) =>
      correctBalance(tx, shop, { accountId, change: -amount, reason: 'test', locale: 'en-IN' }),
    )
const gaps = async () => (await db.executeQuery({ ...sql.raw(creditGaps).compile(db), parameters: [1] })).rows

describe('a balance', () => {
  test('is written by the ledger only', async () => {
    const id = await open(1000)
    await expect(sql`update credit_account set balance = 5 where id = ${id}`.execute(db)).rejects.toThrow(
      'not written directly',
    )
    await expect(
      sql`insert into credit_account (config_id, kind, currency, balance) values (1, 'gift_card', 'INR', 5)`.execute(
        db,
      ),
    ).rejects.toThrow('not written directly')
    await expect(sql`update credit_entry set amount = 5`.execute(db)).rejects.toThrow('append-only')
    await expect(sql`delete from credit_entry`.execute(db)).rejects.toThrow('append-only')
  })

  test('never falls below zero, also without the check of the code', async () => {
    const id = await open(1000)
    await expect(
      sql`insert into credit_entry (config_id, account_id, kind, amount, reason, actor_name)
        values (1, ${id}, 'corrected', -1001, 'test', 'test')`.execute(db),
    ).rejects.toThrow('credit_not_overdrawn')
    expect(await balanceOf(id)).toBe(1000)
  })

  test('is spent once by twenty connections at the same time', async () => {
    const id = await open(1000)
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => take(id, 300)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'exceeds_balance' })
    expect(await balanceOf(id)).toBe(100)
    expect(await gaps()).toEqual([])
  })
})

const seed = Date.now() % 1_000_000
/** mulberry32: the same numbers for the same seed. */
function numbers(state: number) {
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) % below
  }
}

test(`sources cover a total exactly, each within its balance (seed ${seed})`, () => {
  const pick = numbers(seed)
  for (let round = 0; round < 2000; round++) {
    const total = pick(10_000)
    const sources = Array.from({ length: pick(5) }, () => ({ balance: pick(4000) }))
    const parts = coverTotal(total, sources)
    const sum = parts.reduce((all, { amount }) => all + amount, 0)
    const available = sources.reduce((all, { balance }) => all + balance, 0)
    expect(sum).toBe(Math.min(total, available))
    for (const { source, amount } of parts) {
      expect(amount).toBeGreaterThanOrEqual(0)
      expect(amount).toBeLessThanOrEqual(source.balance)
    }
  }
})
