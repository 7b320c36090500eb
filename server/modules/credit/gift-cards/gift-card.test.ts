import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkGiftCard } from '#contract/credit/checkout-credit.ts'
import {
  correctGiftCard,
  getGiftCard,
  getGiftCards,
  issueGiftCard,
  replaceGiftCardCode,
  updateGiftCard,
} from '#contract/credit/gift-card.ts'
import { undoAudit } from '#contract/audit/audit.ts'
import { getEmail, getEmails } from '#contract/email/email.ts'
import { keyedHash } from '#server/platform/keyed-hash.ts'
import { testApp } from '#test/harness/app/app.ts'
import type { Client } from '#test/harness/people/client.ts'
import { newcomer, staffWith, stranger } from '#test/harness/people/account.ts'
import { expireCredit } from '../accounts/expire-credit.ts'
import { emailDueCard } from './gift-card-job.ts'

const authSecret = 'a secret of at least thirty-two signs'
const { app, db, stop } = await testApp({ env: { AUTH_SECRET: authSecret } })
afterAll(stop)
let staff: Client
beforeAll(async () => {
  staff = (await newcomer(db, app, { role_id: 1 })).browser
})

const issue = async (input: object = {}) => {
  const { answer } = await staff.send(issueGiftCard, { amount: 500, reason: 'Prize', ...input })
  return { id: answer.data.id, code: answer.data.code ?? '' }
}
const check = (code: string) => stranger(app).send(checkGiftCard, { code })
const read = async (id: number) => (await staff.send(getGiftCard, { id })).answer.data

describe('a code', () => {
  test('is found as people type it, and answers the balance with a pass', async () => {
    const { code } = await issue()
    expect(code).toMatch(/^([2-9A-HJKMNP-Z]{4}-){3}[2-9A-HJKMNP-Z]{4}$/)
    for (const typed of [code, code.toLowerCase(), code.replaceAll('-', ' '), ` ${code.replaceAll('-', '')}`])
      expect(await check(typed)).toMatchObject({
        status: 200,
        answer: { data: { ending: code.slice(-4), balance: 500, currency: 'INR', expiresAt: null } },
      })
  })

  test('is stored nowhere in the clear', async () => {
    const { id, code } = await issue({ recipientEmail: 'rose@example.com' })
    expect(code).toBe('')
    const { code: shown } = await issue()
    const { rows } = await sql<{ text: string }>`
      select concat_ws(' ', row_to_json(g)::text, (select string_agg(row_to_json(k)::text, ' ') from idempotency_key k),
        (select string_agg(row_to_json(a)::text, ' ') from audit_entry a)) as text from gift_card g`.execute(
      db,
    )
    expect(rows.length).toBeGreaterThan(1)
    for (const { text } of rows) expect(text).not.toContain(shown)
    expect((await read(id)).ending).toHaveLength(4)
  })

  test.each([
    ['unknown', async () => 'AAAA-AAAA-AAAA-AAAA', /don’t know this gift card/],
    [
      'deactivated',
      async () => {
        const { id, code } = await issue()
        await staff.send(updateGiftCard, { id, isActive: false })
        return code
      },
      /was deactivated/,
    ],
    [
      'expired',
      async () => {
        const { id, code } = await issue()
        await sql`update credit_account set expires_at = now() - interval '1 minute' where id = ${id}`.execute(
          db,
        )
        return code
      },
      /expired on/,
    ],
    [
      'used up',
      async () => {
        const { id, code } = await issue()
        await staff.send(correctGiftCard, { id, change: -500, reason: 'Used at the counter' })
        return code
      },
      /no balance left/,
    ],
    [
      'of another currency',
      async () => {
        const { id, code } = await issue()
        await sql`update credit_account set currency = 'USD' where id = ${id}`.execute(db)
        return code
      },
      /is in USD and can’t pay in INR/,
    ],
  ])('that is %s is refused with a sentence', async (_state, make, sentence) => {
    const refused = await check(await make())
    expect(refused).toMatchObject({ status: 409, code: 'gift_card_refused', issues: [{ path: 'code' }] })
    expect(refused.message).toMatch(sentence)
  })

  test('cannot be tried without end', async () => {
    const visitor = stranger(app)
    const answers: number[] = []
    for (let n = 0; n < 32; n++)
      answers.push((await visitor.send(checkGiftCard, { code: `BBBB-${n}` })).status)
    expect(answers.filter((status) => status === 409)).toHaveLength(30)
    expect(answers.at(-1)).toBe(429)
  })
})

describe('staff', () => {
  test('issue, correct, deactivate and activate a card, with its history', async () => {
    const { id } = await issue({ expiresOn: '2099-12-31', recipientName: 'Rose' })
    expect(await staff.send(correctGiftCard, { id, change: -120.5, reason: 'Counter' })).toMatchObject({
      answer: { data: { balance: 379.5 } },
    })
    expect(await staff.send(updateGiftCard, { id, isActive: false })).toMatchObject({ status: 200 })
    expect(await read(id)).toMatchObject({
      state: 'deactivated',
      issued: 500,
      balance: 379.5,
      expiresAt: '2099-12-31T18:30:00.000Z',
      entries: [
        { kind: 'corrected', amount: -120.5, reason: 'Counter' },
        { kind: 'issued', amount: 500, reason: 'Prize' },
      ],
    })
    await staff.send(updateGiftCard, { id, isActive: true })
    expect((await read(id)).state).toBe('active')
  })

  test('cannot take more than there is, or nothing', async () => {
    const { id } = await issue()
    expect(await staff.send(correctGiftCard, { id, change: -500.01, reason: 'x' })).toMatchObject({
      status: 409,
      code: 'exceeds_balance',
      message: '₹500.01 can’t be taken. Only ₹500.00 is left on it',
    })
    expect(await staff.send(correctGiftCard, { id, change: 0, reason: 'x' })).toMatchObject({ status: 400 })
    expect(await staff.send(issueGiftCard, { amount: 0, reason: 'x' })).toMatchObject({ status: 400 })
    expect(await staff.send(issueGiftCard, { amount: 0.001, reason: 'x' })).toMatchObject({ status: 400 })
    expect(
      await staff.send(issueGiftCard, { amount: 5, reason: 'x', expiresOn: '2020-01-01' }),
    ).toMatchObject({ status: 400, issues: [{ path: 'expiresOn' }] })
    expect((await read(id)).balance).toBe(500)
  })

  test('find cards by the end of their code and by email', async () => {
    const { id, code } = await issue()
    const mailed = await issue({ recipientEmail: 'findme@example.com' })
    const ids = async (q: string) =>
      (await staff.send(getGiftCards, { q })).answer.data.map((card: { id: number }) => card.id)
    expect(await ids(code.slice(-4).toLowerCase())).toContain(id)
    expect(await ids('findme@')).toEqual([mailed.id])
    expect(await ids('%')).toEqual([])
  })

  test('undo a deactivation', async () => {
    const { id, code } = await issue()
    await staff.send(updateGiftCard, { id, isActive: false })
    const { version } = await read(id)
    expect(await staff.send(undoAudit, { entry: version })).toMatchObject({ status: 200 })
    expect((await check(code)).status).toBe(200)
  })

  test('without the permission for refunds see cards and issue none', async () => {
    const { browser: clerk } = await staffWith(db, app, ['orders'])
    expect((await clerk.send(getGiftCards)).status).toBe(200)
    expect((await clerk.send(issueGiftCard, { amount: 5, reason: 'x' })).status).toBe(403)
  })
})

describe('the email', () => {
  const latest = (recipient: string) =>
    db
      .selectFrom('email')
      .selectAll()
      .where('recipient', '=', recipient)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
  const sendDue = async () => {
    while (await emailDueCard(db, keyedHash(authSecret)));
  }

  test('brings the code once, and the shop forgets it', async () => {
    const { id } = await issue({ recipientEmail: 'gift@example.com', message: 'Happy birthday!' })
    await Promise.all([sendDue(), sendDue()])
    const email = await latest('gift@example.com')
    expect(email.body_text).toContain('Happy birthday!')
    expect(email.body_text).toContain('Balance: ₹500.00')
    const [code = ''] = /([2-9A-HJKMNP-Z]{4}-){3}[2-9A-HJKMNP-Z]{4}/.exec(email.body_text ?? '') ?? []
    expect((await check(code)).answer.data.balance).toBe(500)
    const { rows } =
      await sql`select from gift_card where account_id = ${id} and sealed_code is not null`.execute(db)
    expect(rows).toEqual([])
    const count = await db
      .selectFrom('email')
      .select('id')
      .where('recipient', '=', 'gift@example.com')
      .execute()
    expect(count).toHaveLength(1)
  })

  test('hides the code from staff who read the emails', async () => {
    await issue({ recipientEmail: 'hidden@example.com' })
    await sendDue()
    const { id, body_text: text } = await latest('hidden@example.com')
    const { browser: clerk } = await staffWith(db, app, ['settings'])
    const shown = (await clerk.send(getEmail, { id })).answer.data
    expect(shown.text).toContain('••••-••••-••••-••••')
    const [code = 'none'] = /([2-9A-HJKMNP-Z]{4}-){3}[2-9A-HJKMNP-Z]{4}/.exec(text ?? '') ?? []
    expect(`${shown.text} ${shown.html}`).not.toContain(code)
    expect((await clerk.send(getEmails, { template: 'gift_card' })).answer.total).toBeGreaterThan(0)
  })

  test('sent again has a new code, and the old one stops working', async () => {
    const { id, code } = await issue()
    await staff.send(replaceGiftCardCode, { id, recipientEmail: 'again@example.com' })
    await sendDue()
    const [fresh = ''] =
      /([2-9A-HJKMNP-Z]{4}-){3}[2-9A-HJKMNP-Z]{4}/.exec(
        (await latest('again@example.com')).body_text ?? '',
      ) ?? []
    expect((await check(code)).status).toBe(409)
    expect((await check(fresh)).answer.data.balance).toBe(500)
  })

  test('brings a new code where the secret of the shop has changed', async () => {
    const { id } = await issue({ recipientEmail: 'moved@example.com' })
    await emailDueCard(db, keyedHash('another secret, also with thirty-two signs'))
    expect((await latest('moved@example.com')).body_text).toContain('Gift card code')
    expect((await read(id)).sendAt).toBeNull()
  })
})

test('a card of another currency is corrected in its own', async () => {
  const { id } = await issue()
  await db.updateTable('shop').set({ currency: 'JPY' }).where('config_id', '=', 1).execute()
  const correct = (change: number) => staff.send(correctGiftCard, { id, change, reason: 'Wrong amount' })
  expect(await correct(-12.5)).toMatchObject({ status: 200, answer: { data: { balance: 487.5 } } })
  expect(await correct(-500)).toMatchObject({
    status: 409,
    message: '₹500.00 can’t be taken. Only ₹487.50 is left on it',
  })
  expect(await read(id)).toMatchObject({ balance: 487.5, currency: 'INR' })
  await db.updateTable('shop').set({ currency: 'INR' }).where('config_id', '=', 1).execute()
})

test('what is left on an expired card is booked once', async () => {
  const { id } = await issue()
  await sql`update credit_account set expires_at = now() - interval '1 minute' where id = ${id}`.execute(db)
  await Promise.all([expireCredit(db), expireCredit(db)])
  const { balance, entries } = await read(id)
  expect(balance).toBe(0)
  expect(entries.map(({ kind, amount }: { kind: string; amount: number }) => [kind, amount])).toEqual([
    ['expired', -500],
    ['issued', 500],
  ])
})
