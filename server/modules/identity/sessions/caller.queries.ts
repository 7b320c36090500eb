import { sql } from 'kysely'
import type { Permission } from '#contract/endpoint.ts'
import { prepared, type Database } from '#server/db/connect.ts'
import type { Cookies } from '#server/http/session/cookies.ts'
import type { KnownCaller } from '#server/http/session/identify.ts'
import type { OwnRows } from '#server/http/session/shopper-access.ts'
import { hashToken } from '#server/platform/secret-token.ts'
import { withOwnRows } from '../shoppers/own-rows.ts'
import { effectivePermissions } from '../roles/effective-permissions.ts'

interface SessionRow extends KnownCaller {
  permissions: Permission[]
  /** `seen_at` is old enough to be written again. */
  stale: boolean
}

/**
 * The user whose session cookie came with the request, in this shop, with the rows of their shopper. Undefined if the session is
 * missing or over.
 */
export async function findCaller(
  db: Database,
  shopId: number,
  cookies: Cookies,
  ownRows?: OwnRows,
): Promise<KnownCaller | undefined> {
  const token = cookies.get('session')
  if (!token) return undefined
  const hash = hashToken(token)
  const row = await findSession(db, shopId, hash, ownRows)
  if (!row) return undefined
  const { stale, ...caller } = row
  if (stale) await touchSession(db, shopId, hash)
  return { ...caller, permissions: effectivePermissions(caller.roleId, caller.permissions) }
}

async function findSession(
  db: Database,
  shopId: number,
  tokenHash: Buffer,
  ownRows: OwnRows | undefined,
): Promise<SessionRow | undefined> {
  const { name, column } = withOwnRows('find_session', ownRows, shopId, sql`p.id`)
  const { rows } = await prepared(
    name,
    sql<SessionRow>`
    select u.id as "userId", u.full_name as "fullName", u.role_id as "roleId", r.permissions, s.id as "sessionId", p.id as "shopperId",
      u.password_change_required as "mustChangePassword",
      s.seen_at < now() - interval '5 minutes' as stale${column}
    from session s
    join app_user u on u.config_id = s.config_id and u.id = s.user_id
    join role r on r.config_id = u.config_id and r.id = u.role_id
    left join shopper p on p.config_id = u.config_id and p.user_id = u.id
    where s.token_hash = ${tokenHash} and s.config_id = ${shopId}
      and s.expires_at > now() and u.disabled_at is null`,
  ).execute(db)
  const [row] = rows
  return row && { ...row, shopperId: row.shopperId ?? undefined }
}

/** The list of sessions shows `seen_at`. A write costs more than the call, so it happens every 5 minutes at most. */
async function touchSession(db: Database, shopId: number, tokenHash: Buffer): Promise<void> {
  await sql`update session set seen_at = now()
    where config_id = ${shopId} and token_hash = ${tokenHash}`.execute(db)
}
