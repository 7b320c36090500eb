import { generateKeyPairSync, sign, verify } from 'node:crypto'
import { parseDictionary, type InnerList } from '../structured-fields.ts'
import { describe, expect, test } from 'vitest'
import { contentDigest } from './content-digest.ts'
import { readPublicKey } from './public-key.ts'
import { signRequest, signResponse } from './sign.ts'
import { signatureBase, type SignedMessage, type SignedRequest } from './signed-message.ts'
import { verifySignature } from './verify.ts'

const now = new Date('2026-11-27T12:00:00Z')

function keyOn(namedCurve: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve })
  return { kid: 'k1', privateKey, jwk: { kid: 'k1', ...publicKey.export({ format: 'jwk' }) } }
}

const key = keyOn('P-256')
const findKey = async (kid: string) => (kid === 'k1' ? key.jwk : undefined)
const body = Buffer.from('{"quantity": 1}')
const headers = {
  'content-type': 'application/json',
  'ucp-agent': 'profile="https://agent.example/ucp.json"',
  'idempotency-key': '0191b1b2-0000-4000-8000-000000000000',
}
const required =
  '@method @authority @path @query ucp-agent idempotency-key content-digest content-type'.split(' ')

/** A signed request. */
function signedPost(signWith = key, at = now): SignedMessage & { request: SignedRequest; body: Buffer } {
  const url = new URL('https://shop.example/ucp/carts?a=1')
  const signature = signRequest({ method: 'POST', url, headers, body }, signWith, at)
  return {
    request: { method: 'POST', authority: 'shop.example', path: '/ucp/carts', query: '?a=1' },
    headers: { ...headers, ...signature },
    body,
  }
}

const check = (message: SignedMessage, more = {}) =>
  verifySignature(message, { required, findKey, now, ...more })

test('verifies what it signs', async () => {
  expect(await check(signedPost())).toBe('k1')
  const answer = signResponse({ status: 200, headers, body }, key, now)
  const message = { status: 200, headers: { ...headers, ...answer }, body }
  const covered = ['@status', 'content-digest', 'content-type']
  expect(await check(message, { required: covered })).toBe('k1')
  await expect(check({ ...message, status: 201 }, { required: covered })).rejects.toMatchObject({
    code: 'signature_invalid',
  })
})

// RFC 9421, appendix B.2.4, with the key of B.1.3. Its Content-Digest has SHA-512 alone, and the body is left out here.
test('verifies the example of the RFC', async () => {
  const { key: published, hash } = readPublicKey({
    kid: 'test-key-ecc-p256',
    kty: 'EC',
    crv: 'P-256',
    x: 'qIVYZVLCrPZHGHjP17CTW0_-D9Lfw0EkjqF7xB4FivA',
    y: 'Mc4nN9LTDOBhfoUeg8Ye9WedFRhnZXZJA12Qp0zZ6F0',
  })
  const digest =
    'sha-512=:mEWXIS7MaLRuGgxOBdODa3xqM1XdEvxoYhvlCFJ41QJgJc4GTsPp29l5oGX69wWdXymyU0rjJuahq4l5aGgfLQ==:'
  const message = {
    status: 200,
    headers: { 'content-type': 'application/json', 'content-length': '23', 'content-digest': digest },
  }
  const input =
    '("@status" "content-type" "content-digest" "content-length");created=1618884473;keyid="test-key-ecc-p256"'
  const components = parseDictionary(`sig-b24=${input}`)?.get('sig-b24') as InnerList
  const signature = 'wNmSUAhwb5LxtOtOpNa6W5xj067m5hFrj0XQ4fvpaCLx0NKocgPquLgyahnzDnDAUy5eCdlYUEkLIj+32oiasw=='
  const base = Buffer.from(signatureBase(message, components))
  expect(base.toString().split('\n').at(-1)).toBe(`"@signature-params": ${input}`)
  const rawKey = { key: published, dsaEncoding: 'ieee-p1363' as const }
  expect(verify(hash, base, rawKey, Buffer.from(signature, 'base64'))).toBe(true)
})

describe('a changed message is refused', () => {
  const { request } = signedPost()
  const with_ = (changed: Record<string, string>) => {
    const message = signedPost()
    return { ...message, headers: { ...message.headers, ...changed } }
  }
  test.each<[string, SignedMessage, string]>([
    ['method', { ...signedPost(), request: { ...request, method: 'PUT' } }, 'signature_invalid'],
    [
      'authority',
      { ...signedPost(), request: { ...request, authority: 'evil.example' } },
      'signature_invalid',
    ],
    ['path', { ...signedPost(), request: { ...request, path: '/ucp/orders' } }, 'signature_invalid'],
    ['query', { ...signedPost(), request: { ...request, query: '?a=2' } }, 'signature_invalid'],
    ['UCP-Agent', with_({ 'ucp-agent': 'profile="https://evil.example/"' }), 'signature_invalid'],
    ['Idempotency-Key', with_({ 'idempotency-key': 'another' }), 'signature_invalid'],
    ['Content-Type', with_({ 'content-type': 'text/plain' }), 'signature_invalid'],
    ['body', { ...signedPost(), body: Buffer.from('{"quantity": 2}') }, 'digest_mismatch'],
    ['missing body', { ...signedPost(), body: undefined }, 'digest_mismatch'],
    [
      'body and digest',
      { ...with_({ 'content-digest': contentDigest(Buffer.from('{}')) }), body: Buffer.from('{}') },
      'signature_invalid',
    ],
  ])('%s', async (_, message, code) => {
    await expect(check(message)).rejects.toMatchObject({ code })
  })
})

test.each(required)('a signature that does not cover %s is refused', async (name) => {
  const message = signedPost()
  const input = message.headers['signature-input']
    ?.toString()
    .replace(`"${name}" `, '')
    .replace(` "${name}"`, '')
  await expect(
    check({ ...message, headers: { ...message.headers, 'signature-input': input } }),
  ).rejects.toMatchObject({
    code: 'signature_invalid',
    message: `The signature does not cover ${name}`,
  })
})

test.each<[string, Record<string, string | undefined>, string]>([
  ['no Signature', { signature: undefined }, 'signature_missing'],
  ['no Signature-Input', { 'signature-input': undefined }, 'signature_missing'],
  ['other labels', { signature: 'sig2=:AAAA:' }, 'signature_missing'],
  ['a malformed Signature', { signature: 'sig1=:' }, 'signature_invalid'],
  ['a malformed Signature-Input', { 'signature-input': 'sig1=("@method' }, 'signature_invalid'],
  ['a malformed digest', { 'content-digest': 'nonsense:::' }, 'signature_invalid'],
  ['another digest', { 'content-digest': 'sha-512=:AAAA:' }, 'algorithm_unsupported'],
])('refuses %s', async (_, changed, code) => {
  const message = signedPost()
  await expect(check({ ...message, headers: { ...message.headers, ...changed } })).rejects.toMatchObject({
    code,
  })
})

test('refuses old, future and expired signatures', async () => {
  const minutes = (count: number) => new Date(now.getTime() + count * 60_000)
  expect(await check(signedPost(key, minutes(-4)))).toBe('k1')
  for (const at of [minutes(-6), minutes(2)])
    await expect(check(signedPost(key, at))).rejects.toMatchObject({ code: 'signature_invalid' })
})

test('refuses unknown keys, keys of other kinds and DER', async () => {
  const refusal = (jwk: object | undefined) => ({ findKey: async () => jwk && { kid: 'k1', ...jwk } })
  const other = keyOn('P-256')
  for (const [jwk, code] of [
    [undefined, 'key_not_found'],
    [other.jwk, 'signature_invalid'],
    [{ kty: 'RSA', n: 'AQAB', e: 'AQAB' }, 'algorithm_unsupported'],
    [{ kty: 'EC', crv: 'P-521', x: 'AA', y: 'AA' }, 'algorithm_unsupported'],
    [{ kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA' }, 'signature_invalid'],
    [{ kty: 'EC', crv: 'P-256' }, 'signature_invalid'],
  ] as const)
    await expect(check(signedPost(), refusal(jwk)), code).rejects.toMatchObject({ code })
})

test('verifies P-384 with SHA-384', async () => {
  const larger = keyOn('P-384')
  const input = '("@method");keyid="k1"'
  const base = `"@method": GET\n"@signature-params": ${input}`
  const signature = (dsaEncoding: 'ieee-p1363' | 'der') =>
    sign('sha384', Buffer.from(base), { key: larger.privateKey, dsaEncoding }).toString('base64')
  const message = (encoding: 'ieee-p1363' | 'der') => ({
    request: { method: 'GET', authority: 'shop.example', path: '/', query: '' },
    headers: { 'signature-input': `sig1=${input}`, signature: `sig1=:${signature(encoding)}:` },
  })
  const options = { required: ['@method'], findKey: async () => larger.jwk }
  expect(await check(message('ieee-p1363'), options)).toBe('k1')
  await expect(check(message('der'), options)).rejects.toMatchObject({ code: 'signature_invalid' })
})
