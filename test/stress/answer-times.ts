// Measures what an attacker can: the times of sign-ins and forgotten passwords for known and unknown addresses,
// interleaved, on a running shop. A Mann-Whitney rank test must not tell the two apart.

import { setTimeout as wait } from 'node:timers/promises'
import { hash } from '@node-rs/argon2'
import { inFolder, withDatabase } from '#test/harness/processes/kill-folder.ts'
import { startKillable } from '#test/harness/processes/killable-shop.ts'

/** A true hypothesis of equal times fails one run in a thousand. */
const MIN_P_VALUE = 0.001

/** Takes that many samples of each kind. Throws if the times tell whether an address has an account. */
export async function run(samples = 200): Promise<void> {
  await inFolder(async (dataDir) => {
    const shop = startKillable(dataDir, { RATE_LIMITS: 'off', DEMO: '0', LOG_LEVEL: 'error' })
    const address = await shop.opened
    const passwordHash = await hash('a long winding road')
    await withDatabase(dataDir, async (db) => {
      // Each account is asked once, because a fourth reset email within an hour is not written.
      const users = Array.from({ length: samples + WARM_UP }, (_, index) => ({
        config_id: 1,
        full_name: 'Asha Rao',
        email: `known${index}@example.com`,
        password_hash: passwordHash,
      }))
      await db.insertInto('app_user').values(users).execute()
    })
    const post = async (path: string, body: object) => {
      const startedAt = performance.now()
      const response = await fetch(`${address}/api/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: address },
        body: JSON.stringify(body),
      })
      await response.arrayBuffer()
      return { status: response.status, ms: performance.now() - startedAt }
    }
    try {
      const signIn = (email: string) => post('auth/login', { email, password: 'a guess' })
      const forgot = (email: string) => post('auth/forgot-password', { email })
      const pValues = [
        compare('sign-in', await interleave(samples, signIn, 401)),
        compare('forgotten password', await interleave(samples, forgot, 200)),
      ]
      if (pValues.some((p) => p < MIN_P_VALUE))
        throw new Error('The time tells whether an address has an account.')
    } finally {
      await shop.stop()
    }
  })
}

/** Calls before the first sample, while the server compiles code and opens connections. */
const WARM_UP = 20

interface Timings {
  known: number[]
  unknown: number[]
}

async function interleave(
  samples: number,
  call: (email: string) => Promise<{ status: number; ms: number }>,
  expectedStatus: number,
): Promise<Timings> {
  const timings: Timings = { known: [], unknown: [] }
  for (let index = 0; index < samples + WARM_UP; index++) {
    const kinds = Math.random() < 0.5 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
    for (const kind of kinds) {
      const { status, ms } = await call(`${kind}${index}@example.com`)
      if (status !== expectedStatus) throw new Error(`${kind}: status ${status}`)
      if (index >= WARM_UP) timings[kind].push(ms)
      await wait(Math.random() * 5)
    }
  }
  return timings
}

function compare(name: string, { known, unknown }: Timings): number {
  const p = mannWhitney(known, unknown)
  const ms = (values: number[]) => `${median(values).toFixed(2)} ms`
  console.log(
    `${name}: median ${ms(known)} for known, ${ms(unknown)} for unknown addresses; ${known.length} samples each, p = ${p.toFixed(4)}`,
  )
  return p
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN

/** The two-sided p-value of the Mann-Whitney U test, by its normal approximation. Times have no ties. */
export function mannWhitney(first: readonly number[], second: readonly number[]): number {
  const [n, m] = [first.length, second.length]
  const ranked = [
    ...first.map((value) => ({ value, isFirst: true })),
    ...second.map((value) => ({ value, isFirst: false })),
  ].toSorted((a, b) => a.value - b.value)
  const rankSum = ranked.reduce((sum, { isFirst }, index) => sum + (isFirst ? index + 1 : 0), 0)
  const u = rankSum - (n * (n + 1)) / 2
  const z = Math.abs(u - (n * m) / 2) / Math.sqrt((n * m * (n + m + 1)) / 12)
  return 2 * (1 - normalDistribution(z))
}

/** The cumulative standard normal distribution for z ≥ 0 (Abramowitz and Stegun 26.2.17, error below 1e-7). */
function normalDistribution(z: number): number {
  const t = 1 / (1 + 0.2316419 * z)
  const polynomial =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * polynomial
}
