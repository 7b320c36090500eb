import { sql } from 'kysely'
import type { Database, Transaction } from '#server/db/connect.ts'
import { hashToken, makeToken } from '#server/http/secret-token.ts'

const day = 24 * 3600
/** Seconds that a session lasts with and without "remember me". The cookie of the latter ends with the browser. */
const lifetime = { remembered: 30 * day, other: 7 * day }
const longestUserAgent = 300

interface NewSession {
  configId: number
  userId: number
  userAgent: string
  remember: boolean
}

/** Begins a session; answers the secret for the cookie and the seconds that the cookie lives, absent: as the browser. */
export async function startSession(
  tx: Transaction,
  { configId, userId, userAgent, remember }: NewSession,
): Promise<{ token: string; cookieSeconds: number | undefined }> {
  const token = makeToken()
  const seconds = remember ? lifetime.remembered : lifetime.other
  await tx
    .insertInto('session')
    .values({
      token_hash: hashToken(token),
      config_id: configId,
      user_id: userId,
      user_agent: userAgent.toWellFormed().slice(0, longestUserAgent),
      remember,
      expires_at: sql<Date>`now() + ${seconds} * interval '1 second'`,
    })
    .execute()
  return { token, cookieSeconds: remember ? seconds : undefined }
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
