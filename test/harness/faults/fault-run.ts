import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import type { Database } from '#server/db/connect.ts'
import type { Answer, FaultCall, FaultWorld } from './fault-calls.ts'
import type { Fault, Victim } from './faults.ts'

/** What was seen of one call during one fault. */
export interface Cell {
  fault: string
  call: string
  /** What the call promises during the fault. */
  expected: string
  sent: number
  succeeded: number
  stale: number
  /** The median while only cached calls are made. */
  undisturbedMs: number
  /** The slowest answer while all calls are made. */
  slowestMs: number
  /** From the end of the fault to the first success. */
  recoveredMs: number
  problems: string[]
}

export interface FaultLimits {
  /** How long the fault lasts. */
  seconds: number
  /** Callers of each call at once. */
  callers: number
  /** Milliseconds for an answer by promise. */
  answerMs: Record<FaultCall['promises'], number>
  recoveryMs: number
}

const PAUSE_MS = 100
/** No step of a fault takes as long, on any machine. */
const STUCK_MS = 50_000

/** The result of a step. If it never comes, an error says which step, and what the database is doing. */
async function orStuck<T>(step: string, { directUrl }: Victim, work: Promise<T>): Promise<T> {
  const over = new AbortController()
  const stuck = wait(STUCK_MS, undefined, { signal: over.signal }).then(async () => {
    const client = new pg.Client({ connectionString: directUrl })
    await client.connect()
    const { rows } = await client.query(`
      select pid, application_name, state, wait_event, xact_start, pg_blocking_pids(pid) as blocked_by, left(query, 200) as query
      from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`)
    await client.end()
    throw new Error(`${step} does not end: ${JSON.stringify(rows)}`)
  })
  stuck.catch(() => {})
  try {
    return await Promise.race([work, stuck])
  } finally {
    over.abort()
  }
}

/**
 * Makes the cached calls during the first half of a fault, all calls during the second half, and then each one until it
 * succeeds again. Returns one cell for each call, with what breaks its promise. Throws if an order is missing or placed
 * twice, a price is lost, or a cached answer does not show what was written during the fault.
 */
export async function runFault(
  db: Database,
  fault: Fault,
  { world, victim, limits }: { world: FaultWorld; victim: Victim; limits: FaultLimits },
): Promise<Cell[]> {
  for (const call of world.calls) await untilSuccess(call, 60_000)
  for (const call of world.calls) if (call.promises === 'cached') await untilSuccess(call, 60_000)

  const end = await orStuck(`The beginning of ${fault.name}`, victim, fault.begin(victim))
  const startedAt = performance.now()
  const halfAt = startedAt + limits.seconds * 500
  const endsAt = startedAt + limits.seconds * 1000
  const undisturbed = await orStuck(
    'A cached call',
    victim,
    Promise.all(
      world.calls.map(async (call) =>
        call.promises === 'cached' ? callUntil(halfAt, call, limits.callers) : [],
      ),
    ),
  )
  const tagline = `During ${fault.name}`
  const written = db.updateTable('shop').set({ tagline }).where('config_id', '=', 1).execute()
  written.catch(() => {})
  const during = world.calls.map((call) => callUntil(endsAt, call, limits.callers))
  await wait(endsAt - performance.now())
  await end()

  const endedAt = performance.now()
  const recovered = await Promise.all(
    world.calls.map(async (call, index) => {
      if (call.alone) await during[index]
      await orStuck(
        `${call.name} after ${fault.name}`,
        victim,
        untilSuccess(call, limits.recoveryMs + 60_000),
      )
      return performance.now() - endedAt
    }),
  )
  const crowded = await orStuck('A call', victim, Promise.all(during))
  const isWritten = await orStuck(
    'The write of the shop',
    victim,
    written.then(
      () => true,
      () => false,
    ),
  )
  const cells = world.calls.map((call, index) =>
    judge(fault, call, limits, {
      undisturbed: undisturbed[index] ?? [],
      crowded: crowded[index] ?? [],
      recoveredMs: recovered[index] ?? 0,
    }),
  )
  await requireWhole(db, world, endedAt + limits.recoveryMs)
  if (isWritten) await requireShown(world, tagline, limits.recoveryMs)
  return cells
}

async function callUntil(endsAt: number, call: FaultCall, callers: number): Promise<Answer[]> {
  const answers: Answer[] = []
  const repeat = async () => {
    while (performance.now() < endsAt) {
      answers.push(await call.send())
      await wait(PAUSE_MS)
    }
  }
  await Promise.all(Array.from({ length: call.alone ? 1 : callers }, repeat))
  return answers
}

interface Seen {
  /** While only cached calls are made. */
  undisturbed: readonly Answer[]
  /** While writes make cached answers stale. */
  crowded: readonly Answer[]
  recoveredMs: number
}

function judge(fault: Fault, call: FaultCall, limits: FaultLimits, seen: Seen): Cell {
  const { undisturbed, crowded, recoveredMs } = seen
  const answers = [...undisturbed, ...crowded]
  const problems = new Set<string>()
  const mustSucceed = call.promises === 'cached' || (fault.harmless?.includes(call.name) ?? false)
  for (const { status, retryAfter, text } of answers) {
    if (status !== 503 && status > 201) problems.add(`status ${status} ${text.slice(0, 80)}`)
    if (status === 503 && mustSucceed) problems.add('refused')
    if (status === 503 && retryAfter === null) problems.add('503 without Retry-After')
  }
  const requireInTime = (slowestMs: number, maxMs: number) => {
    if (slowestMs > maxMs) problems.add(`${Math.round(slowestMs)} ms, at most ${maxMs} promised`)
  }
  requireInTime(median(undisturbed), limits.answerMs.cached)
  requireInTime(slowest(crowded), limits.answerMs[crowdedPromise(call)])
  requireInTime(recoveredMs, limits.recoveryMs)
  return {
    fault: fault.name,
    call: call.name,
    expected: expectationOf(call, mustSucceed, limits),
    sent: answers.length,
    succeeded: answers.filter(({ status }) => status < 300).length,
    stale: answers.filter(({ isStale }) => isStale).length,
    undisturbedMs: median(undisturbed),
    slowestMs: slowest(crowded),
    recoveredMs,
    problems: [...problems],
  }
}

/** While writes make it stale, a cached answer may be built again first. */
const crowdedPromise = ({ promises }: FaultCall) => (promises === 'cached' ? 'read' : promises)

function expectationOf(call: FaultCall, mustSucceed: boolean, { answerMs }: FaultLimits): string {
  const inTime = `within ${answerMs[crowdedPromise(call)]} ms`
  if (call.promises === 'cached') return `success within ${answerMs.cached} ms, ${inTime} after a write`
  return mustSucceed ? `success ${inTime}` : `success or 503 ${inTime}`
}

const median = (answers: readonly Answer[]) =>
  answers.map(({ ms }) => ms).toSorted((a, b) => a - b)[answers.length >> 1] ?? 0

const slowest = (answers: readonly Answer[]) => Math.max(0, ...answers.map(({ ms }) => ms))

async function untilSuccess(call: FaultCall, maxMs: number): Promise<Answer> {
  const startedAt = performance.now()
  for (;;) {
    const answer = await call.send()
    const { status, isStale, text } = answer
    if (status < 300 && !isStale) return answer
    if (performance.now() - startedAt > maxMs)
      throw new Error(`${call.name}: ${status} ${text.slice(0, 200)}`)
    await wait(PAUSE_MS)
  }
}

/**
 * Repeats unanswered orders: each key has placed one order. The price is one that was sent last. Until `wholeAt` an order
 * may answer that its first call is still under way, because PostgreSQL learns late that the connection is gone.
 */
async function requireWhole(db: Database, world: FaultWorld, wholeAt: number): Promise<void> {
  for (const [key, number] of world.orders) {
    if (number !== undefined) continue
    let answer = await world.repeatOrder(key)
    while (answer.status === 409 && answer.text.includes('in_progress') && performance.now() < wholeAt) {
      await wait(PAUSE_MS)
      answer = await world.repeatOrder(key)
    }
    const { status, text } = answer
    if (status !== 201) throw new Error(`A repeated order came to ${status} ${text.slice(0, 200)}`)
  }
  const { productId, orders, prices } = world
  const { rows } = await sql<{ placed: number; price: number }>`
    select (select count(*)::integer from order_line where product_id = ${productId}) as placed, price / 100.0::float8 as price
    from variant where product_id = ${productId}`.execute(db)
  const [{ placed, price } = { placed: -1, price: -1 }] = rows
  if (placed !== orders.size) throw new Error(`${orders.size} keys placed ${placed} orders`)
  if (!prices.includes(price)) throw new Error(`The price is ${price}, sent were ${prices.join(', ')}`)
}

/** What was written during the fault is in each cached answer that is not marked as stale, and one comes in time. */
async function requireShown(world: FaultWorld, tagline: string, maxMs: number): Promise<void> {
  const shop = world.calls.find(({ name }) => name === 'cached shop')
  const answer = shop && (await untilSuccess(shop, maxMs))
  if (!answer?.text.includes(tagline))
    throw new Error(`The shop does not show what was written: ${answer?.text.slice(0, 200)}`)
}
