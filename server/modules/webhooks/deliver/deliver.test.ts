import { sql } from 'kysely'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { replayWebhook, testWebhook, updateWebhook } from '#contract/webhooks/webhook.ts'
import { recordEvent } from '#server/modules/events/index.ts'
import { webhookShop } from '#test/harness/services/webhook-shop.ts'

const shop = await webhookShop()

test('an event arrives, verified by the library of the standard, and is in the log', async () => {
  shop.startJob()
  const receiver = await shop.receiver()
  const { id, secret } = await shop.newWebhook(`${receiver.url}/hook`)
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  await shop.happen('brass lantern')
  await expect.poll(() => receiver.received.length).toBe(1)
  const [{ path, headers, body, event }] = receiver.received as [(typeof receiver.received)[0]]
  expect(path).toBe('/hook')
  expect(headers['content-type']).toBe('application/json')
  expect(headers['webhook-id']).toBe(String(event.id))
  expect(new StandardWebhook(secret).verify(body, headers as Record<string, string>)).toEqual({
    id: event.id,
    kind: 'search.empty',
    at: expect.any(String) as string,
    data: { q: 'brass lantern' },
  })
  expect(() =>
    new StandardWebhook(secret).verify(body.replace('brass', 'glass'), headers as Record<string, string>),
  ).toThrow()
  await expect
    .poll(async () => (await shop.deliveries(id)).data)
    .toMatchObject([
      { eventId: event.id, state: 'delivered', attempts: 1, status: 204, request: body, nextAttemptAt: null },
    ])
  expect(await shop.webhook(id)).toMatchObject({ waiting: 0, waitingSince: null })
})

test('other kinds, and events before the webhook, do not arrive', async () => {
  shop.startJob()
  await shop.happen('before')
  const receiver = await shop.receiver()
  await shop.newWebhook(receiver.url)
  await shop.db
    .transaction()
    .execute((tx) =>
      recordEvent(tx, 1, { kind: 'customer.changed', subject: 'customer:1', data: { customerid: 1 } }),
    )
  await shop.happen('after')
  await expect.poll(() => receiver.received.map(({ event }) => event.data['q'])).toEqual(['after'])
})

test('a failed delivery is tried again with the same id; later events of its subject wait, others do not', async () => {
  shop.startJob()
  let isBroken = true
  const receiver = await shop.receiver(({ event }) => ({
    status: isBroken && event.data['q'] === 'a1' ? 503 : 200,
    body: 'I am busy',
  }))
  const { id } = await shop.newWebhook(receiver.url)
  for (const [q, subject] of [
    ['a1', 'search:a'],
    ['a2', 'search:a'],
    ['b1', 'search:b'],
  ] as const)
    await shop.happen(q, subject)
  await expect.poll(async () => (await shop.deliveries(id, { state: 'delivered' })).total).toBe(1)
  expect((await shop.deliveries(id, { state: 'waiting' })).data).toMatchObject([
    { attempts: 0, status: null },
    {
      attempts: 1,
      status: 503,
      answer: 'I am busy',
      error: null,
      nextAttemptAt: expect.any(String) as string,
    },
  ])
  isBroken = false
  await shop.retryNow()
  await expect.poll(async () => (await shop.deliveries(id, { state: 'delivered' })).total).toBe(3)
  const ofA = receiver.received.filter(({ event }) => String(event.data['q']).startsWith('a'))
  expect(ofA.map(({ event }) => event.data['q'])).toEqual(['a1', 'a1', 'a2'])
  expect(ofA[0]!.headers['webhook-id']).toBe(ofA[1]!.headers['webhook-id'])
  expect(ofA[0]!.body).toBe(ofA[1]!.body)
})

test('after three days of failures the webhook is switched off with an email, and continues where it stopped', async () => {
  shop.startJob()
  let isBroken = true
  const receiver = await shop.receiver(() => ({ status: isBroken ? 500 : 200 }))
  const { id } = await shop.newWebhook(receiver.url)
  await shop.happen('first', 'search:s')
  await expect.poll(async () => (await shop.deliveries(id)).data[0]?.attempts).toBe(1)
  await sql`update webhook_delivery set give_up_at = now() - interval '1 second', due_at = now()`.execute(
    shop.db,
  )
  const state = async () => await shop.webhook(id)
  await expect
    .poll(state)
    .toMatchObject({ active: false, disabledReason: expect.stringContaining('three days') as string })
  const email = await shop.db
    .selectFrom('email')
    .selectAll()
    .where('template', '=', 'webhook_disabled')
    .executeTakeFirstOrThrow()
  expect(email.recipient).toBe(shop.adminEmail)
  await shop.happen('second', 'search:s')
  expect(await state()).toMatchObject({ waiting: 2 })
  const count = receiver.received.length
  isBroken = false
  expect(await shop.admin.send(updateWebhook, { id, active: true })).toMatchObject({ status: 200 })
  await expect
    .poll(() => receiver.received.slice(count).map(({ event }) => event.data['q']))
    .toEqual(['first', 'second'])
  expect(await state()).toMatchObject({ active: true, disabledReason: null })
})

test('a receiver that is gone (410) switches the webhook off', async () => {
  shop.startJob()
  const receiver = await shop.receiver(() => ({ status: 410 }))
  const { id } = await shop.newWebhook(receiver.url)
  await shop.happen('gone')
  await expect.poll(async () => (await shop.webhook(id)).active).toBe(false)
})

test('redirects are not followed, and answers are cut', async () => {
  shop.startJob()
  const receiver = await shop.receiver(({ path }) =>
    path === '/long'
      ? { status: 200, body: 'é'.repeat(1_000_000) }
      : { status: 302, headers: { location: '/other' } },
  )
  const { id } = await shop.newWebhook(`${receiver.url}/first`)
  await shop.happen('moved')
  await expect.poll(async () => (await shop.deliveries(id)).data[0]?.status).toBe(302)
  expect(receiver.received.map(({ path }) => path)).toEqual(['/first'])
  await shop.admin.send(updateWebhook, { id, url: `${receiver.url}/long` })
  await shop.retryNow()
  await expect.poll(async () => (await shop.deliveries(id)).data[0]?.state).toBe('delivered')
  expect((await shop.deliveries(id)).data[0]?.answer?.length).toBeLessThanOrEqual(2000)
})

test('a slow receiver holds up no other', async () => {
  shop.startJob()
  const silent = await shop.receiver(() => undefined)
  const quick = await shop.receiver()
  await shop.newWebhook(silent.url)
  await shop.newWebhook(quick.url)
  await shop.happen('one')
  await expect.poll(() => silent.received.length).toBe(1)
  await shop.happen('two')
  await expect.poll(() => quick.received.length).toBe(2)
  await silent.stop()
})

test('a test delivery is tried once, also while the webhook is switched off', async () => {
  shop.startJob()
  const receiver = await shop.receiver(({ event }) => ({ status: event.kind === 'webhook.test' ? 500 : 200 }))
  const { id } = await shop.newWebhook(receiver.url)
  await shop.admin.send(updateWebhook, { id, active: false })
  expect(await shop.admin.send(testWebhook, { id })).toMatchObject({ status: 200 })
  await shop.happen('while off')
  await expect
    .poll(async () => (await shop.deliveries(id)).data)
    .toMatchObject([{ kind: 'webhook.test', state: 'failed', attempts: 1, status: 500 }])
  expect(receiver.received.map(({ event }) => event.kind)).toEqual(['webhook.test'])
})

test('events are replayed by id or of a period, with their ids, also to another address', async () => {
  shop.startJob()
  const receiver = await shop.receiver()
  const other = await shop.receiver()
  const { id } = await shop.newWebhook(receiver.url)
  for (const q of ['x', 'y', 'z']) await shop.happen(q)
  await expect.poll(() => receiver.received.length).toBe(3)
  const ids = receiver.received.map(({ event }) => event.id).toSorted((a, b) => a - b)
  expect((await shop.admin.send(replayWebhook, { id, eventIds: [ids[1]] })).answer.data).toEqual({ count: 1 })
  await expect.poll(() => receiver.received.length).toBe(4)
  expect(receiver.received[3]!.headers['webhook-id']).toBe(String(ids[1]))
  await sql`update event set at = at - interval '1 hour' where id <= ${ids[0]!}`.execute(shop.db)
  const from = receiver.received.find(({ event }) => event.id === ids[1])!.event.at
  expect((await shop.admin.send(replayWebhook, { id, from, url: other.url })).answer.data).toEqual({
    count: 2,
  })
  await expect
    .poll(() => other.received.map(({ event }) => event.id).toSorted((a, b) => a - b))
    .toEqual(ids.slice(1))
  expect(receiver.received).toHaveLength(4)
})

test('an attempt of a process that died is made again after its lease', async () => {
  const receiver = await shop.receiver()
  await shop.newWebhook(receiver.url)
  await shop.happen('lost')
  const never = await shop.receiver(() => undefined)
  await sql`update webhook set url = ${never.url}`.execute(shop.db)
  const first = shop.startJob({ leaseMs: 200 })
  await expect.poll(() => never.received.length).toBeGreaterThan(0)
  await sql`update webhook set url = ${receiver.url}`.execute(shop.db)
  shop.startJob({ leaseMs: 200 })
  await expect.poll(() => receiver.received.length).toBe(1)
  await never.stop()
  await first.stop()
})
