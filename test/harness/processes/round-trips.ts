import pg from 'pg'

/** What a call costs in the database. */
interface DatabaseUse {
  /** Waits for an answer, one after another. Statements that do not wait for each other share one. */
  roundTrips: number
  statements: string[]
}

/** Long enough for what the process does between two statements that do not wait for each other, such as reading a file. */
const DISTANCE_MS = 5

type Query = (this: pg.Client, ...args: unknown[]) => unknown

interface Sent {
  text: string
  callback?: (...result: unknown[]) => void
}

/**
 * The cache sync; the list of shops, which a write has read again ahead; and the checks of the listening connection, and of
 * connections that were idle for long.
 */
const isInBackground = (text: string) =>
  text.includes('pg_notify') || text.includes('from shop_host h') || text === 'select 1'

/**
 * Counts the round trips of this process to its databases, without what runs in the background. It delivers answers as a
 * distant database would: those of all statements that were sent by then, together. Call it before the first connection,
 * because each one keeps its own reference to the driver's method.
 */
export function countRoundTrips(): { of(work: () => Promise<unknown>): Promise<DatabaseUse>; stop(): void } {
  let roundTrips = 0
  let unanswered = 0
  let statements: string[] = []
  let arrival = Promise.withResolvers<void>()
  const { prototype } = pg.Client
  const original = prototype.query as unknown as Query

  /** Resolves when the answers of this round trip arrive. */
  const answered = () => {
    const { promise } = arrival
    unanswered -= 1
    setTimeout(() => {
      if (unanswered > 0 || arrival.promise !== promise) return
      roundTrips += 1
      arrival.resolve()
      arrival = Promise.withResolvers()
    }, DISTANCE_MS)
    return promise
  }
  const deliver = async (sent: Promise<unknown>) => {
    try {
      return await sent
    } finally {
      await answered()
    }
  }
  const counting: Query = function query(sent, ...rest) {
    const { text, callback } = typeof sent === 'string' ? { text: sent } : (sent as Sent)
    if (isInBackground(text)) return original.call(this, sent, ...rest)
    statements.push(text.replaceAll(/\s+/g, ' ').trim())
    unanswered += 1
    if (!callback) return deliver(original.call(this, sent, ...rest) as Promise<unknown>)
    const deliverResult = async (...result: unknown[]) => {
      await answered()
      callback(...result)
    }
    return original.call(this, Object.assign(sent as object, { callback: deliverResult }), ...rest)
  }
  prototype.query = counting as never
  return {
    async of(work) {
      roundTrips = 0
      statements = []
      await work()
      return { roundTrips, statements }
    },
    stop: () => void (prototype.query = original as never),
  }
}
