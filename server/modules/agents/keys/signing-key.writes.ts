import { createHash, createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { sql } from 'kysely'
import { later, type Database, type Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { record, type WriteContext } from '#server/modules/audit/index.ts'
import type { SigningKey } from '#server/platform/http-signature/sign.ts'
import type { KeyedHash } from '#server/platform/keyed-hash.ts'
import { seal, unseal } from '#server/platform/sealed.ts'

const PURPOSE = 'sealed signing keys'
/** How long the public half of a replaced key is published: receivers may verify an older message, or have an older profile. */
export const PUBLISHED_DAYS = 7

/** The public half of a key of the shop (JWK). */
export interface PublicKey {
  kid: string
  kty: 'EC'
  crv: 'P-256'
  x: string
  y: string
  use: 'sig'
  alg: 'ES256'
}

interface KeyOwner {
  shopId: number
  keyedHash: KeyedHash
}

/** The keys with which what the shop has signed can be verified, the current one first. Makes the first key. */
export async function publicKeys(db: Database, owner: KeyOwner): Promise<PublicKey[]> {
  const keys = await readPublicKeys(db, owner.shopId)
  if (keys.length > 0) return keys
  await insertKey(db, owner)
  return readPublicKeys(db, owner.shopId)
}

async function readPublicKeys(db: Database, shopId: number): Promise<PublicKey[]> {
  const { rows } = await sql<{ key: PublicKey }>`
    select public_jwk as key from signing_key
    where config_id = ${shopId}
      and (retired_at is null or retired_at > now() - ${PUBLISHED_DAYS} * interval '1 day')
    order by retired_at desc nulls first`.execute(db)
  return rows.map(({ key }) => key)
}

/** The key that signs now. Makes the first key, and another one if AUTH_SECRET has changed since the last. */
export async function signingKey(db: Database, owner: KeyOwner): Promise<SigningKey> {
  const stored = (await readCurrent(db, owner)) ?? (await createCurrent(db, owner))
  return stored.open() ?? replaceLostKey(db, owner, stored.kid)
}

interface StoredKey {
  kid: string
  /** Undefined if AUTH_SECRET was another one when it was stored. */
  open(): SigningKey | undefined
}

async function readCurrent(db: Database, { shopId, keyedHash }: KeyOwner): Promise<StoredKey | undefined> {
  const row = await db
    .selectFrom('signing_key')
    .select(['kid', 'sealed_key'])
    .where('config_id', '=', shopId)
    .where('retired_at', 'is', null)
    .executeTakeFirst()
  return row && { kid: row.kid, open: () => openKey(keyedHash, row) }
}

function openKey(
  keyedHash: KeyedHash,
  { kid, sealed_key: sealed }: { kid: string; sealed_key: Buffer },
): SigningKey | undefined {
  try {
    return { kid, privateKey: createPrivateKey(unseal(keyedHash, PURPOSE, sealed)) }
  } catch {
    return undefined
  }
}

/** Two processes that make the first key at once use the same one. */
async function createCurrent(db: Database, owner: KeyOwner): Promise<StoredKey> {
  await insertKey(db, owner)
  const stored = await readCurrent(db, owner)
  if (!stored) throw new Error('The signing key of the shop is gone')
  return stored
}

async function replaceLostKey(db: Database, owner: KeyOwner, kid: string): Promise<SigningKey> {
  await db.transaction().execute(async (tx) => {
    await retireKey(tx, owner.shopId, kid)
    await insertKey(tx, owner)
  })
  const key = (await readCurrent(db, owner))?.open()
  if (!key) throw new Error('The processes of this shop have different AUTH_SECRETs')
  return key
}

/**
 * Replaces the key of the shop. The old public half remains published for 7 days. Returns the id of the new key. AppError 409 if
 * `kid` does not sign: somebody else has replaced it.
 */
export async function rotateKey(
  tx: Transaction,
  write: WriteContext,
  { keyedHash, kid: old }: { keyedHash: KeyedHash; kid: string },
): Promise<string> {
  const { shopId } = write
  if (!(await retireKey(tx, shopId, old)))
    throw new AppError(409, 'key_replaced', 'This key has been replaced already')
  await insertKey(tx, { shopId, keyedHash })
  const { kid } = await tx
    .selectFrom('signing_key')
    .select('kid')
    .where('config_id', '=', shopId)
    .where('retired_at', 'is', null)
    .executeTakeFirstOrThrow()
  later(
    tx,
    record(tx, { ...write, action: 'create', subject: 'signing_key', subjectId: shopId, after: { kid } }),
  )
  return kid
}

/** Whether the key signed until now. */
async function retireKey(tx: Transaction, shopId: number, kid: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('signing_key')
    .set({ retired_at: sql`now()` })
    .where('config_id', '=', shopId)
    .where('retired_at', 'is', null)
    .where('kid', '=', kid)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Inserts a new key, unless the shop has a current one. */
async function insertKey(db: Database, { shopId, keyedHash }: KeyOwner): Promise<void> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const kid = thumbprint(x, y)
  const jwk: PublicKey = { kid, kty: 'EC', crv: 'P-256', x, y, use: 'sig', alg: 'ES256' }
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
  await sql`
    insert into signing_key (config_id, kid, public_jwk, sealed_key)
    values (${shopId}, ${kid}, ${JSON.stringify(jwk)}, ${seal(keyedHash, PURPOSE, pem)})
    on conflict (config_id) where retired_at is null do nothing`.execute(db)
}

/** The thumbprint of RFC 7638. */
const thumbprint = (x: string, y: string): string =>
  createHash('sha256')
    .update(JSON.stringify({ crv: 'P-256', kty: 'EC', x, y }))
    .digest('base64url')
