import { sql } from 'kysely'
import type { Database, Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { hashToken, makeToken } from '#server/platform/secret-token.ts'

type Purpose = 'verify_email' | 'reset_password'

interface TokenOwner {
  shopId: number
  userId: number
  purpose: Purpose
}

const VALID_MINUTES: Record<Purpose, number> = { verify_email: 7 * 24 * 60, reset_password: 30 }
const MAX_TOKENS_PER_HOUR = 3

/**
 * Creates a token for an emailed link and voids older ones of the same purpose. If the user had three within an hour and the
 * last one is still valid, returns the seconds to wait instead. Otherwise strangers who request links could keep the user from
 * getting one. The caller has locked the user.
 */
export async function createEmailToken(
  tx: Transaction,
  { shopId, userId, purpose }: TokenOwner,
  email: string,
): Promise<{ token: string } | { waitSeconds: number }> {
  const { rows } = await sql<{ created: number; hasValid: boolean; waitSeconds: number }>`
    select count(*)::int as created, coalesce(bool_or(used_at is null and expires_at > now()), false) as "hasValid", ceil(extract(epoch from min(created_at) + interval '1 hour' - now()))::int as "waitSeconds"
    from email_token where config_id = ${shopId} and user_id = ${userId} and purpose = ${purpose}
      and created_at > now() - interval '1 hour'`.execute(tx)
  const [{ created, hasValid, waitSeconds } = { created: 0, hasValid: false, waitSeconds: 0 }] = rows
  if (created >= MAX_TOKENS_PER_HOUR && hasValid) return { waitSeconds: Math.max(1, waitSeconds) }
  await voidEmailTokens(tx, { shopId, userId, purpose })
  const token = makeToken()
  await tx
    .insertInto('email_token')
    .values({
      token_hash: hashToken(token),
      config_id: shopId,
      user_id: userId,
      purpose,
      email,
      expires_at: sql<Date>`now() + ${VALID_MINUTES[purpose]} * interval '1 minute'`,
    })
    .execute()
  return { token }
}

interface VoidedTokens {
  shopId: number
  userId: number
  /** Absent: both purposes. */
  purpose?: Purpose
  /** A link that confirms this address stays valid. */
  keepFor?: string
}

/** Voids the unused tokens of a user. */
export async function voidEmailTokens(
  tx: Transaction,
  { shopId, userId, purpose, keepFor }: VoidedTokens,
): Promise<void> {
  await sql`update email_token set used_at = now()
    where config_id = ${shopId} and user_id = ${userId} and used_at is null
      and purpose = coalesce(${purpose ?? null}, purpose)
      and not (purpose = 'verify_email' and email = coalesce(${keepFor ?? null}, ''))`.execute(tx)
}

/** Finds the user and the address of a token. Throws AppError 400 if it was used, voided or has expired. */
export function findEmailToken(
  db: Database,
  shopId: number,
  purpose: Purpose,
  token: string,
): Promise<{ user_id: number; email: string }> {
  return db
    .selectFrom('email_token')
    .select(['user_id', 'email'])
    .where('token_hash', '=', hashToken(token))
    .where('config_id', '=', shopId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirstOrThrow(invalidLink)
}

/** Whether this link has already confirmed its address, so that opening it twice is no error. */
export async function isVerified(db: Database, shopId: number, token: string): Promise<boolean> {
  const row = await db
    .selectFrom('email_token as l')
    .innerJoin('app_user as u', (join) =>
      join
        .onRef('u.config_id', '=', 'l.config_id')
        .onRef('u.id', '=', 'l.user_id')
        .onRef('u.email', '=', 'l.email'),
    )
    .select('u.id')
    .where('l.config_id', '=', shopId)
    .where('l.token_hash', '=', hashToken(token))
    .where('l.purpose', '=', 'verify_email')
    .where('l.used_at', 'is not', null)
    .where('u.email_verified_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

const invalidLink = () =>
  new AppError(400, 'invalid_link', 'This link has expired or was already used. Please request a new one.')
