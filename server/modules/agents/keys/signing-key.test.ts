import { createPublicKey } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { keyedHash } from '#server/platform/keyed-hash.ts'
import { testDatabase } from '#test/harness/app/database.ts'
import { publicKeys, rotateKey, signingKey } from './signing-key.writes.ts'

const { db, drop } = await testDatabase()
afterAll(drop)
const hash = keyedHash('a secret of the test that is long enough')
const owner = { shopId: 1, keyedHash: hash }
const rotate = async (): Promise<string> => {
  const { kid } = await signingKey(db, owner)
  const write = { shopId: 1, actor: { id: null, name: 'Asha' } }
  return db.transaction().execute((tx) => rotateKey(tx, write, { keyedHash: hash, kid }))
}

test('simultaneous first uses make one key', async () => {
  const keys = await Promise.all(Array.from({ length: 4 }, () => signingKey(db, owner)))
  expect(new Set(keys.map(({ kid }) => kid)).size).toBe(1)
  const [published, ...others] = await publicKeys(db, owner)
  expect(others).toEqual([])
  expect(published).toMatchObject({ kid: keys[0]?.kid, kty: 'EC', crv: 'P-256', use: 'sig', alg: 'ES256' })
  expect(Object.keys(published!).toSorted()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'])
  const exported = createPublicKey(keys[0]!.privateKey).export({ format: 'jwk' })
  expect(published).toMatchObject(exported)
})

test('the private key is not readable in the database', async () => {
  const { sealed_key: sealed } = await db
    .selectFrom('signing_key')
    .select('sealed_key')
    .executeTakeFirstOrThrow()
  expect(sealed.toString('latin1')).not.toContain('PRIVATE KEY')
})

test('a replaced key is published for seven days', async () => {
  const { kid: old } = await signingKey(db, owner)
  const kid = await rotate()
  expect(kid).not.toBe(old)
  expect((await signingKey(db, owner)).kid).toBe(kid)
  expect((await publicKeys(db, owner)).map((key) => key.kid)).toEqual([kid, old])
  await sql`update signing_key set retired_at = now() - interval '8 days' where kid = ${old}`.execute(db)
  expect((await publicKeys(db, owner)).map((key) => key.kid)).toEqual([kid])
})

test('with another AUTH_SECRET the shop makes another key', async () => {
  const { kid: lost } = await signingKey(db, owner)
  const other = { shopId: 1, keyedHash: keyedHash('another secret that is long enough') }
  const { kid } = await signingKey(db, other)
  expect(kid).not.toBe(lost)
  expect((await publicKeys(db, other)).map((key) => key.kid)).toEqual([kid, lost])
})
