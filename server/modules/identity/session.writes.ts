import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import { hashToken, makeToken } from '#server/http/secret-token.ts'

const day = 24 * 3600
/** Seconds that a session lasts with and without "remember me". The cookie of the latter ends with the browser. */
const lifetime = { remembered: 30 * day, other: 7 * day }
const longestUserAgent = 300

interface NewSession {
  configId: number
  userId: number
  /** The one that the password was found right against. */
  passwordHash: string
  userAgent: string
  remember: boolean
  /** The session that the browser had: the new one takes its place. */
  insteadOf: string | undefined
}

/**
 * Begins a session; answers the secret for the cookie and the seconds that the cookie lives, absent: as the browser.
 * Undefined, and nothing done, where the password was changed or the account closed meanwhile: whoever changes it holds
 * its row, this waits, and PostgreSQL then looks at the row again. From here on it is the others who wait.
 */
export async function startSession(
  db: Database,
  { configId, userId, passwordHash, userAgent, remember, insteadOf }: NewSession,
): Promise<{ token: string; cookieSeconds: number | undefined } | undefined> {
  const token = makeToken()
  const seconds = remember ? lifetime.remembered : lifetime.other
  const { rows } = await sql`/* planned once */
    with account as materialized (
      select config_id, id from app_user
      where config_id = ${configId} and id = ${userId} and password_hash = ${passwordHash} and disabled_at is null
      for no key update
    ), ended as (
      delete from session s using account a
      where s.config_id = a.config_id and s.token_hash = ${insteadOf === undefined ? null : hashToken(insteadOf)}
    )
    insert into session (token_hash, config_id, user_id, user_agent, remember, expires_at)
    select ${hashToken(token)}, config_id, id, ${userAgent.toWellFormed().slice(0, longestUserAgent)}, ${remember},
      now() + ${seconds} * interval '1 second'
    from account
    returning id`.execute(db)
  return rows.length > 0 ? { token, cookieSeconds: remember ? seconds : undefined } : undefined
}

/** Ends the session that a cookie names, whoever it belongs to; nothing happens where there is none. */
export async function endSession(db: Database, configId: number, token: string | undefined): Promise<void> {
  if (token === undefined) return
  await db
    .deleteFrom('session')
    .where('config_id', '=', configId)
    .where('token_hash', '=', hashToken(token))
    .execute()
}

/** Ends one session of a user by its id. Answers whether there was one. */
export async function endSessionOf(
  db: Database,
  configId: number,
  userId: number,
  sessionId: number,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('session')
    .where('config_id', '=', configId)
    .where('user_id', '=', userId)
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Ends every session of a user, or all but one. */
export async function endSessions(
  db: Database,
  configId: number,
  userId: number,
  except?: number,
): Promise<void> {
  await db
    .deleteFrom('session')
    .where('config_id', '=', configId)
    .where('user_id', '=', userId)
    .where('id', 'is distinct from', except ?? null)
    .execute()
}
