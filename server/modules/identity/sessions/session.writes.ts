import { sql } from 'kysely'
import { prepared, type Database } from '#server/db/connect.ts'
import { hashToken, makeToken } from '#server/platform/secret-token.ts'

const DAY_SECONDS = 24 * 3600
/** With and without "remember me". Without it, the cookie also ends with the browser. */
const LIFETIME_SECONDS = { remembered: 30 * DAY_SECONDS, other: 7 * DAY_SECONDS }
const MAX_USER_AGENT_LENGTH = 300

interface NewSession {
  shopId: number
  userId: number
  /** The hash that matched the password. */
  passwordHash: string
  userAgent: string
  remember: boolean
  /** Token of the browser's former session, which ends. */
  replaces: string | undefined
}

/**
 * Starts a session and returns the secret of its cookie; without `cookieSeconds` the cookie ends with the browser.
 * Returns undefined if the password changed or the account was disabled: the row lock waits for such a change.
 */
export async function startSession(
  db: Database,
  { shopId, userId, passwordHash, userAgent, remember, replaces }: NewSession,
): Promise<{ token: string; cookieSeconds: number | undefined } | undefined> {
  const token = makeToken()
  const seconds = remember ? LIFETIME_SECONDS.remembered : LIFETIME_SECONDS.other
  const { rows } = await prepared(
    'start_session',
    sql`
    with account as materialized (
      select config_id, id from app_user
      where config_id = ${shopId} and id = ${userId} and password_hash = ${passwordHash} and disabled_at is null
      for no key update
    ), ended as (
      delete from session s using account a
      where s.config_id = a.config_id and s.token_hash = ${replaces === undefined ? null : hashToken(replaces)}
    )
    insert into session (token_hash, config_id, user_id, user_agent, remember, expires_at)
    select ${hashToken(token)}, config_id, id, ${userAgent.toWellFormed().slice(0, MAX_USER_AGENT_LENGTH)}, ${remember},
      now() + ${seconds} * interval '1 second'
    from account
    returning id`,
  ).execute(db)
  return rows.length > 0 ? { token, cookieSeconds: remember ? seconds : undefined } : undefined
}

/** Ends the session of a cookie, if there is one. */
export async function endSession(db: Database, shopId: number, token: string | undefined): Promise<void> {
  if (token === undefined) return
  await db
    .deleteFrom('session')
    .where('config_id', '=', shopId)
    .where('token_hash', '=', hashToken(token))
    .execute()
}

/** Ends one session of a user and returns whether it existed. */
export async function endSessionOf(
  db: Database,
  shopId: number,
  userId: number,
  sessionId: number,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('session')
    .where('config_id', '=', shopId)
    .where('user_id', '=', userId)
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Ends all sessions of a user, except the given one. */
export async function endSessions(
  db: Database,
  shopId: number,
  userId: number,
  except?: number,
): Promise<void> {
  await db
    .deleteFrom('session')
    .where('config_id', '=', shopId)
    .where('user_id', '=', userId)
    .where('id', 'is distinct from', except ?? null)
    .execute()
}
