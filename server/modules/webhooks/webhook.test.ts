import { sql } from 'kysely'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { describe, expect, onTestFinished, test } from 'vitest'
import { undoAudit } from '#contract/audit/audit.ts'
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  getWebhookDeliveries,
  getWebhooks,
  replayWebhook,
  rotateWebhookSecret,
  updateWebhook,
} from '#contract/webhooks/webhook.ts'
import { isPublicAddress } from '#server/platform/remote/remote-address.ts'
import { testApp } from '#test/harness/app/app.ts'
import { auditLogOf, newcomer } from '#test/harness/people/account.ts'
import { webhookShop } from '#test/harness/services/webhook-shop.ts'

const shop = await webhookShop()

test('the secret is stored encrypted, and not in the audit log nor among the idempotency keys', async () => {
  const headers = { 'idempotency-key': 'create a webhook' }
  const input = { url: 'http://127.0.0.1:9/', kinds: ['order.placed'] }
  const { answer } = await shop.admin.send(createWebhook, input, headers)
  const { id, secret } = answer.data
  expect((await shop.admin.send(createWebhook, input, headers)).answer.data).toEqual({ id, secret })
  const { rows } = await sql<{ kept: string }>`select
    (select string_agg(j::text, '') from audit_entry j) || (select string_agg(k::text, '') from idempotency_key k)
      || (select encode(sealed_secret, 'escape') from webhook) as kept`.execute(shop.db)
  expect(rows[0]!.kept).not.toContain(secret.slice('whsec_'.length))
  expect(rows[0]!.kept).toContain('http://127.0.0.1:9/')
  expect(await auditLogOf(shop.db, 'webhook', id)).toMatchObject([
    { action: 'create', after: { ...input, active: true } },
  ])
  expect(JSON.stringify((await shop.admin.send(getWebhooks)).answer)).not.toContain('whsec')
})

test('while a secret is replaced, both verify', async () => {
  shop.startJob()
  const receiver = await shop.receiver()
  const { id, secret } = await shop.newWebhook(receiver.url)
  const rotated = (await shop.admin.send(rotateWebhookSecret, { id })).answer.data
  expect(rotated.secret).not.toBe(secret)
  await shop.happen('rotation')
  await expect.poll(() => receiver.received.length).toBe(1)
  const { body, headers } = receiver.received[0]!
  for (const one of [secret, rotated.secret])
    expect(() => new StandardWebhook(one).verify(body, headers as Record<string, string>)).not.toThrow()
  await sql`update webhook set previous_secret_until = now()`.execute(shop.db)
  await shop.happen('later')
  await expect.poll(() => receiver.received.length).toBe(2)
  const later = receiver.received[1]!
  const verifyWith = (one: string) => () =>
    new StandardWebhook(one).verify(later.body, later.headers as Record<string, string>)
  expect(verifyWith(secret)).toThrow()
  expect(verifyWith(rotated.secret)).not.toThrow()
})

test('a private address is refused when the webhook is created, and again at each delivery', async () => {
  const strict = await testApp({ env: { RATE_LIMITS: 'off' } })
  onTestFinished(strict.stop)
  const { browser } = await newcomer(strict.db, strict.app, { role_id: 1 })
  for (const url of [
    'http://127.0.0.1/x',
    'http://localhost:8000/x',
    'http://10.1.2.3/',
    'http://192.168.0.1',
    'http://169.254.169.254/latest/meta-data',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[fd00::1]/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0.0.0.0/',
  ])
    expect(await browser.send(createWebhook, { url, kinds: ['order.placed'] }), url).toMatchObject({
      status: 400,
      code: 'address_refused',
      issues: [{ path: 'url' }],
    })
  expect((await browser.send(getWebhooks)).answer.data).toEqual([])

  shop.startJob({ mayReach: isPublicAddress })
  const receiver = await shop.receiver()
  const { id } = await shop.newWebhook(receiver.url)
  await shop.happen('inside')
  await expect
    .poll(async () => (await shop.deliveries(id)).data[0]?.error)
    .toBe('The address is not on the public web')
  expect(receiver.received).toEqual([])
})

test('an address on the public internet is refused without encryption', async () => {
  const created = (url: string) => shop.admin.send(createWebhook, { url, kinds: ['order.placed'] })
  expect(await created('http://93.184.215.14/events')).toMatchObject({
    status: 400,
    issues: [{ path: 'url', message: 'Enter an address that begins with https://' }],
  })
  const { id } = (await created('https://93.184.215.14/events')).answer.data
  expect(await shop.admin.send(updateWebhook, { id, url: 'http://93.184.215.14/events' })).toMatchObject({
    status: 400,
    issues: [{ path: 'url' }],
  })
  await shop.admin.send(deleteWebhook, { id })
})

test('a change is in the activity log and can be undone', async () => {
  const { id } = await shop.newWebhook('http://127.0.0.1:9/')
  await shop.admin.send(updateWebhook, { id, kinds: ['order.paid'] })
  const entry = await shop.db
    .selectFrom('audit_entry')
    .select('id')
    .where('subject', '=', 'webhook')
    .where('action', '=', 'update')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(await shop.admin.send(undoAudit, { entry: entry.id })).toMatchObject({ status: 200 })
  expect((await shop.webhook(id)).kinds).toEqual(['search.empty'])
  expect(await shop.admin.send(deleteWebhook, { id })).toMatchObject({ status: 200 })
  expect(await shop.admin.send(getWebhook, { id })).toMatchObject({ status: 404 })
})

describe('refuses', () => {
  test.each([
    { url: 'ftp://example.com/' },
    { url: 'example.com' },
    { url: 'https://user:pass@example.com/' },
    { url: '' },
    { kinds: [] },
    { kinds: ['order.eaten'] },
    { kinds: ['webhook.test'] },
    { secret: 'my own' },
  ])('%j', async (wrong) => {
    const input = { url: 'http://127.0.0.1:9/', kinds: ['order.paid'], ...wrong }
    expect(await shop.admin.send(createWebhook, input)).toMatchObject({ status: 400 })
    expect((await shop.admin.send(getWebhooks)).answer.data).toEqual([])
  })

  test('a replay without a choice, and one of another shop’s webhook', async () => {
    const { id } = await shop.newWebhook('http://127.0.0.1:9/')
    expect(await shop.admin.send(replayWebhook, { id })).toMatchObject({ status: 400 })
    expect(await shop.admin.send(replayWebhook, { id, from: 'yesterday' })).toMatchObject({ status: 400 })
    expect(await shop.admin.send(replayWebhook, { id: id + 1, eventIds: [1] })).toMatchObject({ status: 404 })
    expect(await shop.admin.send(getWebhookDeliveries, { id: id + 1 })).toMatchObject({ status: 404 })
  })
})
