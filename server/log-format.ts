import { styleText } from 'node:util'

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
