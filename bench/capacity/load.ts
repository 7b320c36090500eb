import { setTimeout as sleep } from 'node:timers/promises'
import { startSteadyClient, steadily } from '../load/steady.ts'
import type { BenchRequest } from '../load/request.ts'
import type { Shop } from '../shops/shop.ts'
import type { Meter, Reading } from './meter.ts'

/** What a load has used, from its first request until its after-effects are over. */
export interface Used extends Omit<Reading, 'at'> {
  /** Answers. */
  count: number
  /** Bytes of the answers. */
  sentBytes: number
  /** Seconds of the clock. */
  seconds: number
}

/** Emails, events and search documents follow within this time. */
const SETTLE_MS = 2500
/** An average rate has more requests at times. */
const SPARE = 1.5

/** Sends requests at a steady average rate for so many seconds. */
export async function load(
  shop: Shop,
  meter: Meter,
  { make, rate, seconds }: { make: () => BenchRequest; rate: number; seconds: number },
): Promise<Used> {
  const client = startSteadyClient()
  try {
    const requests = Array.from({ length: Math.ceil(rate * seconds * SPARE) + 20 }, make)
    const before = await meter.read()
    const { statuses, took, bytes } = await client.order({
      port: shop.port,
      requests: steadily(requests),
      rate,
      seconds,
    })
    const bad = Object.keys(statuses).filter((status) => !status.startsWith('2'))
    if (bad.length > 0) throw new Error(`${requests[0]?.path}: answered ${JSON.stringify(statuses)}`)
    await sleep(SETTLE_MS)
    return { ...difference(before, await meter.read()), count: took.length, sentBytes: bytes }
  } finally {
    client.stop()
  }
}

/** What the shop uses in so many milliseconds without requests, and with nothing left to do. */
export async function idle(meter: Meter, ms: number) {
  await meter.vacuum()
  await sleep(SETTLE_MS)
  const before = await meter.read()
  await sleep(ms)
  return difference(before, await meter.read())
}

/** What was used between two readings. */
export function difference(before: Reading, after: Reading): Omit<Used, 'count' | 'sentBytes'> {
  const { at, ...totals } = after
  const names = Object.keys(totals) as (keyof typeof totals)[]
  const used = Object.fromEntries(names.map((name) => [name, after[name] - before[name]]))
  return { ...(used as Omit<Reading, 'at'>), seconds: (at - before.at) / 1000 }
}
