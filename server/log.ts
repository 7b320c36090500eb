import { styleText } from 'node:util'
import { pino, stdSerializers, type Logger } from 'pino'

/** Fields that could hold a secret by mistake; the log replaces their values. */
const secretFields = [
  'password',
  'token',
  'cookie',
  'authorization',
  'headers.cookie',
  'headers.authorization',
]

/** Longest time that a line waits in the buffer. */
const FLUSH_INTERVAL_MS = 500

/**
 * Opens the log of the process on standard output: readable lines in a terminal, else one JSON object per line. Without a
 * level, a terminal shows warnings and errors only, so that requests do not scroll the address away. JSON is written in
 * batches, so a slow reader does not slow the shop. `shared`: several processes write to the same output.
 */
export function openLog(asked: string | undefined, { shared = false } = {}): Logger {
  const level = asked ?? (process.stdout.isTTY ? 'warn' : 'info')
  const options = { level, redact: secretFields, serializers: { err: describeError } }
  if (process.stdout.isTTY) {
    return pino(options, { write: (line: string) => void process.stdout.write(formatLogLine(line)) })
  }
  // A pipe takes 4 kB as a whole, so lines of several processes do not mix.
  const size = shared ? { minLength: 2048, maxWrite: 4096 } : { minLength: 4096 }
  const output = pino.destination({ dest: 1, sync: false, periodicFlush: FLUSH_INTERVAL_MS, ...size })
  return pino(options, output)
}

/** Resolves when all lines so far have left the buffer. */
export async function flushLog(log: Logger): Promise<void> {
  // A flush during a write waits for that write alone, and leaves later lines in the buffer.
  for (let count = 0; count < 2; count++) await new Promise<void>((resolve) => log.flush(() => resolve()))
}

/** Only fields that help to find a fault: other fields of database errors may hold a shopper's input. */
export function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error)
  const { type, message, stack } = stdSerializers.err(error)
  return { type, message, stack, ...('code' in error && { code: error.code }) }
}

const levels = new Map([
  [20, styleText('dim', 'debug')],
  [30, styleText('green', 'info ')],
  [40, styleText('yellow', 'warn ')],
  [50, styleText('red', 'error')],
])

/** Formats a JSON log line for a terminal: time, level and message, then the other fields, then the error's stack. */
export function formatLogLine(json: string): string {
  const { time, level, pid: _pid, hostname: _host, msg = '', err, ...fields } = parseLine(json)
  const clock = new Date(Number(time)).toTimeString().slice(0, 8)
  const details = Object.entries(fields).map(([name, value]) => `${name}=${format(value)}`)
  const line = [styleText('dim', clock), levels.get(Number(level)) ?? level, msg]
  if (details.length > 0) line.push(styleText('dim', details.join(' ')))
  return `${line.join(' ')}\n${err === undefined ? '' : formatError(err)}`
}

const parseLine = (json: string) => JSON.parse(json) as Record<string, unknown>

function format(value: unknown): string {
  if (typeof value === 'number') return String(Math.round(value * 100) / 100)
  return typeof value === 'string' && /^[^\s"=]+$/.test(value) ? value : JSON.stringify(value)
}

function formatError(error: unknown): string {
  const { stack, message } = Object(error) as { stack?: string; message?: string }
  const text = stack ?? message ?? String(error)
  return `${text.replaceAll(/^/gm, '  ')}\n`
}
