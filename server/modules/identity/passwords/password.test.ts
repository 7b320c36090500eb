import { readdir, readFile } from 'node:fs/promises'
import { getPriority } from 'node:os'
import { expect, test } from 'vitest'
import { hashPassword, verifyPassword } from './password.ts'
import { requireStrongPassword } from './password.rules.ts'

test('accepts the right password only, and none without a hash', async () => {
  const hash = await hashPassword('a long winding road')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await verifyPassword(hash, 'a long winding road')).toBe(true)
  expect(await verifyPassword(hash, 'A long winding road')).toBe(false)
  expect(await verifyPassword(undefined, 'a long winding road')).toBe(false)
})

test('refuses with 429 and a Retry-After when the queue is full', async () => {
  const hash = await hashPassword('a long winding road')
  const tries = Array.from({ length: 40 }, () => verifyPassword(hash, 'a long winding road'))
  const results = await Promise.allSettled(tries)
  const refused = results.filter((result) => result.status === 'rejected')
  expect(refused.length).toBeGreaterThanOrEqual(10)
  expect(refused[0]!.reason).toMatchObject({ status: 429, retryAfter: 2 })
  expect(results.slice(0, 20)).toEqual(Array(20).fill({ status: 'fulfilled', value: true }))
  expect(await verifyPassword(hash, 'a long winding road')).toBe(true)
})

test.runIf(process.platform === 'linux')(
  'hashes on threads of normal scheduling, so that sign-ins never starve',
  async () => {
    await hashPassword('a long winding road')
    const threads = await readdir('/proc/self/task')
    const stats = await Promise.all(
      threads.map((id) => readFile(`/proc/self/task/${id}/stat`, 'utf8').catch(() => '')),
    )
    // After the name, field 39 is the scheduling policy (0 is SCHED_OTHER, 5 SCHED_IDLE), field 17 the nice value.
    const fields = stats.filter(Boolean).map((stat) => stat.slice(stat.lastIndexOf(')') + 2).split(' '))
    expect(fields.length).toBeGreaterThan(1)
    expect(new Set(fields.map((field) => field[38]))).toEqual(new Set(['0']))
    // PDF rendering is nicer than the process by 5.
    expect(Math.max(...fields.map((field) => Number(field[16])))).toBeLessThanOrEqual(getPriority() + 5)
  },
)

test.each([
  'password',
  'Password1',
  'PASSWORD123',
  'qwertyuiop',
  '1qaz2wsx',
  '12345678',
  '123456789',
  '00000000',
  'iloveyou',
  'sunshine',
  'football',
  'Welcome@123',
  'India@123',
  'abcdefgh',
  'trustno1',
  ' letmein123 ',
  'asha@example.com',
  'ASHA@Example.com',
])('refuses the weak password %j', (password) => {
  expect(() => requireStrongPassword(password, 'Asha@example.com')).toThrow(
    expect.objectContaining({ status: 400, issues: [expect.objectContaining({ path: 'password' })] }),
  )
})

test.each(['a long winding road', 'tR7#kq!p', 'correct horse battery', 'मेरा पासवर्ड', 'password of my own'])(
  'accepts the password %j',
  (password) => expect(() => requireStrongPassword(password, 'asha@example.com')).not.toThrow(),
)
