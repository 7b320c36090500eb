import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished } from 'vitest'
import { createWebhook, getWebhook, getWebhookDeliveries } from '#contract/webhooks/webhook.ts'
import { recordEvent } from '#server/modules/events/index.ts'
import { webhookJob } from '#server/modules/webhooks/index.ts'
import { createJobRunner } from '#server/platform/jobs/job-runner.ts'
import { keyedHash } from '#server/platform/keyed-hash.ts'
import type { IsAllowed } from '#server/platform/remote/remote-address.ts'
import { testApp } from '../app/app.ts'
import { newcomer } from '../people/account.ts'
import type { Client } from '../people/client.ts'
import { startEventReceiver } from './event-receiver.ts'

export const AUTH_SECRET = 'a secret of the test that is long enough'

/** A shop with an admin for tests of webhooks, which may lead to this machine. Each test begins without webhooks. */
export async function webhookShop() {
  const { app, db, url, stop } = await testApp({
    env: { RATE_LIMITS: 'off', AUTH_SECRET, WEBHOOKS_ALLOW_PRIVATE: '1' },
  })
  let admin: { browser: Client; email: string }
  afterAll(stop)
  beforeAll(async () => {
    admin = await newcomer(db, app, { role_id: 1 })
  })
  beforeEach(() => db.deleteFrom('webhook').execute())

  return {
    app,
    db,
    url,
    get admin() {
      return admin.browser
    },
    get adminEmail() {
      return admin.email
    },
    /** Delivers until the test ends. */
    startJob({ mayReach = () => true, leaseMs = 15_000 }: { mayReach?: IsAllowed; leaseMs?: number } = {}) {
      const runner = createJobRunner({ databaseUrl: url, log: pino({ level: 'silent' }) })
      onTestFinished(runner.stop)
      const deps = { keyedHash: keyedHash(AUTH_SECRET), mayReach, origin: 'https://tea.example', leaseMs }
      runner.start(webhookJob(db, deps, { intervalMs: 20 }))
      return runner
    },
    /** A program that receives events, until the test ends. */
    async receiver(...behaviour: Parameters<typeof startEventReceiver>) {
      const started = await startEventReceiver(...behaviour)
      onTestFinished(started.stop)
      return started
    },
    async newWebhook(address: string, kinds = ['search.empty']) {
      const { status, answer } = await admin.browser.send(createWebhook, { url: address, kinds })
      expect(status).toBe(201)
      return answer.data
    },
    /** Records an event of the kind `search.empty`. */
    happen: (q: string, subject = `search:${q}`) =>
      db.transaction().execute((tx) => recordEvent(tx, 1, { kind: 'search.empty', subject, data: { q } })),
    deliveries: async (id: number, input: object = {}) =>
      (await admin.browser.send(getWebhookDeliveries, { id, ...input })).answer,
    webhook: async (id: number) => (await admin.browser.send(getWebhook, { id })).answer.data,
    /** Lets failed attempts be tried again now, but not those under way. */
    retryFailed: () =>
      sql`update webhook_delivery set due_at = now()
        where state = 'waiting' and error is not null and due_at > now() + interval '2 seconds'`.execute(db),
    /** Lets everything that waits be tried now. */
    retryNow: () => sql`update webhook_delivery set due_at = now() where state = 'waiting'`.execute(db),
  }
}
