import { expect, it } from 'vitest'
import { readDisplayToken } from './display-token.ts'

const claims = { id: 7, fullName: 'आशा Rao', email: 'asha@example.com', roleId: 2, configId: 1 }
const tokenOf = (payload: string) => `head.${Buffer.from(payload).toString('base64url')}.signature`

it('decodes names in any script', () => {
  expect(readDisplayToken(tokenOf(JSON.stringify(claims)))).toEqual(claims)
})

it.each([
  undefined,
  null,
  '',
  'no token',
  'head.%%%.signature',
  tokenOf('not json'),
  tokenOf('null'),
  tokenOf('{"id":"7"}'),
  `head.${Buffer.from([0xff, 0xfe]).toString('base64url')}.signature`,
])('returns undefined for %j', (token) => expect(readDisplayToken(token)).toBeUndefined())
