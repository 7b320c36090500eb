import { expect, test } from 'vitest'
import { hashPassword, verifyPassword } from './password.ts'
import { requireGoodPassword } from './password.rules.ts'

test('the right password is found right, any other is not, and nobody has none', async () => {
  const hash = await hashPassword('a long winding road')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await verifyPassword(hash, 'a long winding road')).toBe(true)
  expect(await verifyPassword(hash, 'A long winding road')).toBe(false)
  expect(await verifyPassword(undefined, 'a long winding road')).toBe(false)
})

test('when too many wait, the next is refused at once and told when to come again', async () => {
  const hash = await hashPassword('a long winding road')
  const tries = Array.from({ length: 40 }, () => verifyPassword(hash, 'a long winding road'))
  const results = await Promise.allSettled(tries)
  const refused = results.filter((result) => result.status === 'rejected')
  expect(refused.length).toBeGreaterThanOrEqual(10)
  expect(refused[0]!.reason).toMatchObject({ status: 429, retryAfter: 2 })
  expect(results.slice(0, 20)).toEqual(Array(20).fill({ status: 'fulfilled', value: true }))
  expect(await verifyPassword(hash, 'a long winding road')).toBe(true)
})

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
])('%j is no good password', (password) => {
  expect(() => requireGoodPassword(password, 'Asha@example.com')).toThrow(
    expect.objectContaining({ status: 400, issues: [expect.objectContaining({ path: 'password' })] }),
  )
})

test.each(['a long winding road', 'tR7#kq!p', 'correct horse battery', 'मेरा पासवर्ड', 'password of my own'])(
  '%j is taken',
  (password) => expect(() => requireGoodPassword(password, 'asha@example.com')).not.toThrow(),
)
