import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { sql } from 'kysely'
import { permissions, type Audience, type Permission } from '#contract/endpoint.ts'
import type { Database } from '#server/db/connect.ts'
import { AppError } from './errors.ts'
import type { Caller } from './route.ts'

/** The cookie that names the session. Over https the prefix ties it to this very host. */
const sessionCookie = (secure: boolean) => (secure ? '__Host-session' : 'session')

/** Role 1 may do everything, whatever its row says. */
const adminRole = 1

interface SessionRow {
  userId: number
  roleId: number
  permissions: Permission[]
}

/** Who is behind the session cookie of this request, in this shop; undefined where nobody is. */
export async function findCaller(
  db: Database,
  configId: number,
  headers: IncomingHttpHeaders,
  secure: boolean,
): Promise<Caller | undefined> {
  const token = readCookie(headers.cookie, sessionCookie(secure))
  if (!token) return undefined
  const row = await findSession(db, configId, createHash('sha256').update(token).digest())
  if (!row) return undefined
  return row.roleId === adminRole ? { ...row, permissions } : row
}

/** Refuses with 401 or 403 whoever does not belong to the audience. */
export function requireAudience(audience: Audience, caller: Caller | undefined): void {
  if (audience === 'public' || audience === 'visitor') return
  if (!caller) throw new AppError(401, 'not_signed_in', 'Please sign in first.')
  if (audience === 'customer') return
  const permission = permissions.find((known) => audience === `staff:${known}`)
  if (!permission || !caller.permissions.includes(permission)) {
    throw new AppError(403, 'not_allowed', 'You are not allowed to do this.')
  }
}

async function findSession(
  db: Database,
  configId: number,
  tokenHash: Buffer,
): Promise<SessionRow | undefined> {
  const { rows } = await sql<SessionRow>`
    select u.id as "userId", u.role_id as "roleId", r.permissions
    from session s
    join app_user u on u.config_id = s.config_id and u.id = s.user_id
    join role r on r.config_id = u.config_id and r.id = u.role_id
    where s.token_hash = ${tokenHash} and s.config_id = ${configId}
      and s.expires_at > now() and u.disabled_at is null`.execute(db)
  return rows[0]
}

function readCookie(header: string | undefined, name: string): string | undefined {
  const start = `${name}=`
  const found = header?.split(';').find((part) => part.trimStart().startsWith(start))
  return found?.trimStart().slice(start.length).trim() || undefined
}
