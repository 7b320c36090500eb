import { sql } from 'kysely'
import type { Database, Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { hashToken, makeToken } from '#server/http/secret-token.ts'

type Purpose = 'verify_email' | 'reset_password'

interface LinkOwner {
  configId: number
  userId: number
  purpose: Purpose
}

const minutesValid: Record<Purpose, number> = { verify_email: 7 * 24 * 60, reset_password: 30 }
const mostAnHour = 3

/**
 * Makes a link for a user and an address; all older ones of that purpose end. The user is locked by the caller. Answers
 * the seconds to wait instead where three were made within the hour.
 */
export async function makeLink(
  tx: Transaction,
  { configId, userId, purpose }: LinkOwner,
  email: string,
): Promise<{ token: string } | { wait: number }> {
  const { rows } = await sql<{ made: number; wait: number }>`
    select count(*)::int as made, ceil(extract(epoch from min(created_at) + interval '1 hour' - now()))::int as wait
    from mailed_link where config_id = ${configId} and user_id = ${userId} and purpose = ${purpose}
      and created_at > now() - interval '1 hour'`.execute(tx)
  const [{ made, wait } = { made: 0, wait: 0 }] = rows
  if (made >= mostAnHour) return { wait: Math.max(1, wait) }
  await voidLinks(tx, { configId, userId, purpose })
  const token = makeToken()
  await tx
    .insertInto('mailed_link')
    .values({
      token_hash: hashToken(token),
      config_id: configId,
      user_id: userId,
      purpose,
      email,
      expires_at: sql<Date>`now() + ${minutesValid[purpose]} * interval '1 minute'`,
    })
    .execute()
  return { token }
}

interface Voided {
  configId: number
  userId: number
  /** Both purposes where absent. */
  purpose?: Purpose
  /** The link that confirms this address stays good. */
  keepFor?: string
}

/** Ends the links of a user that have not been used. */
export async function voidLinks(
  tx: Transaction,
  { configId, userId, purpose, keepFor }: Voided,
): Promise<void> {
  await sql`update mailed_link set used_at = now()
    where config_id = ${configId} and user_id = ${userId} and used_at is null
      and purpose = coalesce(${purpose ?? null}, purpose)
      and not (purpose = 'verify_email' and email = coalesce(${keepFor ?? null}, ''))`.execute(tx)
}

/** Whose link this is and which address it was mailed to. Throws AppError 400 where it is not good any more. */
export function findLink(
  db: Database,
  configId: number,
  purpose: Purpose,
  token: string,
): Promise<{ user_id: number; email: string }> {
  return db
    .selectFrom('mailed_link')
    .select(['user_id', 'email'])
    .where('token_hash', '=', hashToken(token))
    .where('config_id', '=', configId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirstOrThrow(badLink)
}

/** Whether this link has confirmed its address already: to open it again is no mistake. */
export async function isVerified(db: Database, configId: number, token: string): Promise<boolean> {
  const row = await db
    .selectFrom('mailed_link as l')
    .innerJoin('app_user as u', (join) =>
      join
        .onRef('u.config_id', '=', 'l.config_id')
        .onRef('u.id', '=', 'l.user_id')
        .onRef('u.email', '=', 'l.email'),
    )
    .select('u.id')
    .where('l.config_id', '=', configId)
    .where('l.token_hash', '=', hashToken(token))
    .where('l.purpose', '=', 'verify_email')
    .where('l.used_at', 'is not', null)
    .where('u.email_verified_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/** A link that was never made, is too old, or was used. */
const badLink = () =>
  new AppError(400, 'invalid_link', 'This link is too old or was used before. Please ask for a new one.')
