import { pino, stdSerializers, type Logger } from 'pino'

/** Keys under which something secret could be logged by mistake. */
const secrets = ['password', 'token', 'cookie', 'authorization', 'headers.cookie', 'headers.authorization']

/**
 * The log of the process: a line of JSON an event on standard output, written many at a time, at the latest after half a
 * second. Whoever reads it slowly does not slow the shop. `shared`: several processes write to the one output.
 */
export function openLog(level: string, { shared = false } = {}): Logger {
  // What a system takes at once into a pipe is never mixed with what others write.
  const size = shared ? { minLength: 2048, maxWrite: 4096 } : { minLength: 4096 }
  const output = pino.destination({ dest: 1, sync: false, periodicFlush: 500, ...size })
  return pino({ level, redact: secrets, serializers: { err: describeError } }, output)
}

/** What helps to find a fault. Not every property: those of the database's errors may hold what shoppers entered. */
export function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error)
  const { type, message, stack } = stdSerializers.err(error)
  return { type, message, stack, ...('code' in error && { code: error.code }) }
}
