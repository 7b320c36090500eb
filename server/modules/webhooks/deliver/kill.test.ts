import { expect, onTestFinished, test } from 'vitest'
import { checkArrivals, deliverUnderKills, startCode } from '#test/harness/processes/webhook-kills.ts'
import { AUTH_SECRET, webhookShop } from '#test/harness/services/webhook-shop.ts'

const shop = await webhookShop()

test('after SIGKILL of shop and receiver every event has arrived, in the order of its subject', async () => {
  const code = `import pino from 'pino'
    import { connect } from '#server/db/connect.ts'
    import { webhookJob } from '#server/modules/webhooks/index.ts'
    import { createJobRunner } from '#server/platform/jobs/job-runner.ts'
    import { keyedHash } from '#server/platform/keyed-hash.ts'
    const url = ${JSON.stringify(shop.url)}
    const deps = { keyedHash: keyedHash(${JSON.stringify(AUTH_SECRET)}), mayReach: () => true, origin: url, leaseMs: 500 }
    createJobRunner({ databaseUrl: url, log: pino({ level: 'silent' }) })
      .start(webhookJob(connect(url), deps, { intervalMs: 20 }))
    console.log('open')`
  // Pauses of seconds would make the test long.
  const hurry = setInterval(() => void shop.retryFailed(), 100)
  onTestFinished(() => clearInterval(hurry))
  const arrivals = await deliverUnderKills({
    db: shop.db,
    events: 400,
    subjects: 20,
    kills: 2,
    lifeMs: 100,
    subscribe: (url) => shop.newWebhook(url),
    startShop: () => startCode(code),
  })
  expect(arrivals.happened).toHaveLength(400)
  expect(() => checkArrivals(arrivals)).not.toThrow()
}, 60_000)
