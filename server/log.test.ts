import { spawnSync } from 'node:child_process'
import { stripVTControlCharacters } from 'node:util'
import { describe, expect, it } from 'vitest'
import { describeError, formatLogLine } from './log.ts'

/** Runs code with a `log` and returns the lines that it prints to a pipe. */
function linesOf(code: string): Record<string, unknown>[] {
  const program = `import { openLog } from '#server/log.ts'; const log = openLog('info'); ${code}`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module-typescript', '-e', program], {
    encoding: 'utf8',
  })
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>)
}

describe('the log', () => {
  it('is complete JSON in a pipe, even if the process exits at once', () => {
    const lines = linesOf(`for (let n = 0; n < 500; n++) log.info({ n }, 'line'); process.exit(0)`)
    expect(lines.map(({ n }) => n)).toEqual(Array.from({ length: 500 }, (_, n) => n))
  })

  it('flushes lines that arrive during a write', () => {
    const lines = linesOf(`const { flushLog } = await import('#server/log.ts')
      log.info('first')
      log.flush() // as the timer does
      log.info('second')
      await flushLog(log)
      process.kill(process.pid, 'SIGKILL')`)
    expect(lines.map(({ msg }) => msg)).toEqual(['first', 'second'])
  })

  it('shows warnings in a terminal, and requests only if LOG_LEVEL asks for them', () => {
    const inTerminal = (level: string) => {
      const program = `process.stdout.isTTY = true
        const { openLog } = await import('#server/log.ts')
        const log = openLog(${level})
        log.info('request')
        log.warn('careful')`
      const { stdout } = spawnSync(process.execPath, ['--input-type=module-typescript', '-e', program], {
        encoding: 'utf8',
      })
      return stripVTControlCharacters(stdout).replaceAll(/^\S+ /gm, '')
    }
    expect(inTerminal('undefined')).toBe('warn  careful\n')
    expect(inTerminal("'info'")).toBe('info  request\nwarn  careful\n')
  })

  it('hides secrets', () => {
    const headers = `{ cookie: 'session=s3cret', authorization: 'Bearer s3cret', host: 'shop' }`
    const [line] = linesOf(`log.info({ password: 's3cret', token: 's3cret', headers: ${headers} }, 'line')`)
    expect(JSON.stringify(line)).not.toContain('s3cret')
    expect(line).toMatchObject({ msg: 'line', headers: { host: 'shop' } })
  })

  it('describes an error without the input of a shopper', () => {
    const cause = Object.assign(new Error('duplicate key'), {
      code: '23505',
      detail: 'Key (email)=(asha@example.com)',
    })
    const described = JSON.stringify(describeError(new Error('failed', { cause })))
    expect(described).toContain('failed')
    expect(described).toContain('duplicate key')
    expect(JSON.stringify(describeError(cause))).toContain('23505')
    expect(described + JSON.stringify(describeError(cause))).not.toContain('asha@example.com')
  })
})

describe('a line in a terminal', () => {
  const time = new Date(2026, 10, 22, 9, 5, 7).getTime()
  const plain = (line: object) => formatLogLine(JSON.stringify({ time, pid: 1, hostname: 'a', ...line }))

  it('shows time, level, message and fields, without process and host', () => {
    const fields = { method: 'GET', path: '/cart', status: 200, ms: 3.14159, note: 'two words' }
    expect(plain({ level: 30, msg: 'request', ...fields })).toBe(
      '09:05:07 info  request method=GET path=/cart status=200 ms=3.14 note="two words"\n',
    )
    expect(plain({ level: 40, msg: 'careful' })).toBe('09:05:07 warn  careful\n')
  })

  it('shows the stack of an error on lines of its own', () => {
    const err = { type: 'Error', message: 'no', stack: 'Error: no\n    at here' }
    expect(plain({ level: 50, msg: 'failed', err })).toBe(
      '09:05:07 error failed\n  Error: no\n      at here\n',
    )
    expect(plain({ level: 50, msg: 'failed', err: 'text' })).toBe('09:05:07 error failed\n  text\n')
  })
})
