import { pino, stdSerializers, type Logger } from 'pino'

/** Keys under which something secret could be logged by mistake. */
const secrets = ['password', 'token', 'cookie', 'authorization', 'headers.cookie', 'headers.authorization']

/**
 * The log of the process: a line of JSON an event on standard output, written many at a time, at the latest after half a
 * second. Whoever reads it slowly does not slow the shop.
 */
export function openLog(level: string): Logger {
  const output = pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 500 })
  return pino({ level, redact: secrets, serializers: { err: describeError } }, output)
}

/** What helps to find a fault. Not every property: those of the database's errors may hold what shoppers entered. */
export function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error)
  const { type, message, stack } = stdSerializers.err(error)
  return { type, message, stack, ...('code' in error && { code: error.code }) }
}
