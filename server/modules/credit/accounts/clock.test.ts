import { sql } from 'kysely'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { checkGiftCard } from '#contract/credit/checkout-credit.ts'
import { issueGiftCard, updateGiftCard } from '#contract/credit/gift-card.ts'
import { keyedHash } from '#server/platform/keyed-hash.ts'
import { testApp } from '#test/harness/app/app.ts'
import { newcomer, stranger } from '#test/harness/people/account.ts'
import { emailDueCard } from '../gift-cards/gift-card-job.ts'
import { expireCredit } from './expire-credit.ts'

const authSecret = 'a secret of at least thirty-two signs'
const { app, db, stop } = await testApp({ env: { AUTH_SECRET: authSecret } })
afterAll(stop)
const staff = (await newcomer(db, app, { role_id: 1 })).browser
const shopper = stranger(app)
await shopper.send(checkGiftCard, { code: 'none' })

/** The clock of this process is hours wrong; that of the database is right. */
const shiftClock = (hours: number) =>
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 3_600_000 })
afterEach(() => void vi.useRealTimers())

const issue = async (input: object = {}) =>
  (await staff.send(issueGiftCard, { amount: 500, reason: 'Prize', ...input })).answer.data
const expireIn = (id: number, time: string) =>
  sql`update credit_account set expires_at = now() + ${time}::interval where id = ${id}`.execute(db)

test.each([
  ['an hour ahead', '1 hour', 3, 200, 0],
  ['an hour ago', '-1 hour', -3, 409, 1],
])('a card that expires %s does so by the clock of the database', async (_, time, hours, status, booked) => {
  const { id, code } = await issue()
  await expireIn(id, time)
  shiftClock(hours)
  expect((await shopper.send(checkGiftCard, { code: code! })).status).toBe(status)
  expect(await expireCredit(db)).toBe(booked)
})

test('a card is emailed at once, and deactivated at the moment of the database', async () => {
  shiftClock(3)
  const { id } = await issue({ recipientEmail: 'rose@example.com' })
  expect(await emailDueCard(db, keyedHash(authSecret))).toBe(true)
  await staff.send(updateGiftCard, { id, isActive: false })
  const { rows } = await sql<{ isPast: boolean }>`
    select deactivated_at <= now() as "isPast" from credit_account where id = ${id}`.execute(db)
  expect(rows).toEqual([{ isPast: true }])
})
