import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPage, previewPage } from '#contract/content/admin-page.ts'
import { getContentPage } from '#contract/content/content-page.ts'
import { placeholders, type Placeholder } from '#contract/content/placeholders.ts'
import { getDelivery } from '#contract/orders/delivery/delivery.ts'
import {
  updateCheckout,
  updatePayment,
  updateRetention,
  updateReturns,
  updateShipping,
} from '#contract/settings/settings.ts'
import { runHousekeeping } from '#server/housekeeping.ts'
import { newcomer } from '#test/harness/people/account.ts'
import { testApp } from '#test/harness/app/app.ts'
import { client, type Client } from '#test/harness/people/client.ts'
import { openUploadsFolder } from '#server/platform/storage/open-storage.ts'

const { app, db, dataDir, stop } = await testApp()
afterAll(stop)
const visitor = client(app)
let owner: Client

const hills = {
  name: 'Hills | *north*',
  countries: ['IN'],
  states: ['HP'],
  pincodes: [],
  rate: { kind: 'flat' as const, amount: 249.5 },
  freeFrom: 3999,
  days: { from: 7, to: 11 },
  cash: false,
}
const rates = { flat: 73, free_from: 1850, days_from: 2, days_to: 5, express_amount: 199, express_to: 2 }

beforeAll(async () => {
  owner = (await newcomer(db, app, { role_id: 1 })).browser
  await Promise.all([
    owner.send(updateShipping, {
      ...rates,
      express_from: 1,
      cutoff_hour: 15,
      weekdays: [1, 2],
      zones: [hills],
    }),
    owner.send(updatePayment, { cod: true, cod_max: 2750, bank_transfer: true, bank_details: '' }),
    owner.send(updateCheckout, { countries: ['IN'], reserve_minutes: 20, transfer_days: 9 }),
    owner.send(updateReturns, { days: 23, paid_by: 'customer' }),
    owner.send(updateRetention, { visitor_days: 41, email_days: 17 }),
  ])
  const body = Object.keys(placeholders)
    .map((name) => `## ${name}\n\n{{ ${name} }}`)
    .join('\n\n')
  await owner.send(createPage, { slug: 'policies', title: 'Policies', body })
})

/** What the page shows for a placeholder: the text between two headings, without tags. */
async function shown(name: Placeholder): Promise<string> {
  const { html } = (await visitor.send(getContentPage, { slug: 'policies' })).answer.data
  const section = html.split('<h2>').find((part) => part.startsWith(`${name}</h2>`)) ?? ''
  return section
    .slice(section.indexOf('</h2>') + 5)
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
const delivery = async (place: object = {}) => (await visitor.send(getDelivery, place)).answer.data
const rupees = (amount: number | null) =>
  `₹${(amount ?? 0).toLocaleString('en-IN', { minimumFractionDigits: 2 })}`
const wordOf = (days: { from: number; to: number }) => `${days.from} to ${days.to} working days`

test('delivery figures are those that the checkout applies', async () => {
  const [anywhere, north] = [await delivery({ state: 'MH' }), await delivery({ state: 'HP' })]
  const table = await shown('shipping.zones')
  for (const { methods } of [anywhere, north]) {
    const [standard] = methods
    const row = `${rupees(standard!.price)} ${rupees(standard!.freeFrom)} ${wordOf(standard!.days)}`
    expect(table).toContain(row)
  }
  expect(table).toContain('Hills | *north* (Himachal Pradesh)')
  const [standard, express] = anywhere.methods
  expect(await shown('shipping.days')).toBe(`${standard!.days.from} to ${standard!.days.to}`)
  expect(await shown('shipping.free')).toContain(rupees(standard!.freeFrom))
  expect(await shown('shipping.express')).toBe(
    `Express delivery costs ${rupees(express!.price)} and takes ${wordOf(express!.days)}.`,
  )
  expect(anywhere.schedule).toMatchObject({ cutoffHour: 15, weekdays: [1, 2] })
  expect(await shown('shipping.cutoff')).toMatch(/before 3 pm .* on Monday and Tuesday,/)
  expect(await shown('shipping.countries')).toBe('India')
})

test('cash, transfer and return figures are those that the checkout applies', async () => {
  const [anywhere, north] = [await delivery({ state: 'MH' }), await delivery({ state: 'HP' })]
  expect([anywhere.cash.possible, north.cash.possible]).toEqual([true, false])
  expect(await shown('payment.cash')).toBe(
    `Pay the courier in cash when your order arrives, for orders up to ${rupees(anywhere.cash.upTo)}, except in ${hills.name}.`,
  )
  expect(await shown('payment.transfer')).toContain('for 9 days')
  // Only what is on, and each once.
  const methods = await shown('payment.methods')
  expect(methods).toMatch(/^Cash on delivery\. Pay .* Bank transfer\. We send [^.]+\. We reserve [^.]+\.$/)
  expect(await shown('returns.days')).toBe(String(anywhere.returns.days))
  expect(await shown('returns.terms')).toBe(
    `You can return items within ${anywhere.returns.days} days of delivery. You pay for return shipping.`,
  )
})

test('housekeeping deletes after as many days as the page says', async () => {
  const daysOf = async (name: Placeholder) => Number.parseInt(await shown(name), 10)
  const [visitorDays, emailDays] = [await daysOf('retention.visitors'), await daysOf('retention.emails')]
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000)
  const email = {
    config_id: 1,
    recipient: 'a@example.com',
    template: 'welcome',
    body_text: '',
    body_html: '',
  }
  const visits = [visitorDays - 0.1, visitorDays + 0.1]
  const sent = [emailDays - 0.1, emailDays + 0.1]
  await db.deleteFrom('shopper').execute()
  await db
    .insertInto('shopper')
    .values(
      visits.map((days, index) => ({
        config_id: 1,
        seen_at: ago(days),
        visitor_hash: Buffer.alloc(32, index),
      })),
    )
    .execute()
  await db
    .insertInto('email')
    .values(sent.map((days) => ({ ...email, subject: `${days}`, sent_at: ago(days) })))
    .execute()
  await runHousekeeping(db, openUploadsFolder(dataDir), pino({ level: 'silent' }))
  const left = await Promise.all([
    db.selectFrom('shopper').select('id').execute(),
    db
      .selectFrom('email')
      .select('id')
      .where('template', '=', 'welcome')
      .where('sent_at', 'is not', null)
      .execute(),
  ])
  expect(left.map((rows) => rows.length)).toEqual([1, 1])
})

test('pages follow a change of the settings at once, and so does the preview', async () => {
  await owner.send(updateReturns, { days: 0, paid_by: 'shop' })
  expect(await shown('returns.terms')).toBe('We don’t take items back, unless they are faulty.')
  const { html } = (await owner.send(previewPage, { body: '**{{returns.days}}** and {{retur' })).answer.data
  expect(html).toBe('<p><strong>0</strong> and {{retur</p>\n')
  await owner.send(updateReturns, { days: 1, paid_by: 'shop' })
  expect(await shown('returns.terms')).toMatch(/within 1 day of delivery. We pay/)
})

test('refuses unknown placeholders', async () => {
  const page = { slug: 'wrong', title: 'Wrong', body: 'Back in {{returns.day}} or {{toString}}' }
  expect(await owner.send(createPage, page)).toMatchObject({
    status: 400,
    issues: [
      {
        path: 'body',
        message: 'Unknown placeholder {{returns.day}}. Use one of the list below the text.',
      },
    ],
  })
})
