import { sql } from 'kysely'
import { permissions, type Endpoint, type Permission } from '#contract/endpoint.ts'
import { adminRole } from '#contract/role.ts'
import type { Database } from '#server/db/connect.ts'
import type { Cookies } from './cookies.ts'
import { AppError } from './errors.ts'
import type { Caller } from './route.ts'
import { hashToken } from './secret-token.ts'

/** Role 1 may do everything, whatever its row says. */
export const permissionsOf = (roleId: number, own: readonly Permission[]): Permission[] =>
  roleId === adminRole ? [...permissions] : [...own]

interface SessionRow extends Caller {
  permissions: Permission[]
  /** Seen long enough ago to be worth a note. */
  stale: boolean
}

/** Who is behind the session cookie of this request, in this shop; undefined where nobody is. */
export async function findCaller(
  db: Database,
  configId: number,
  cookies: Cookies,
): Promise<Caller | undefined> {
  const token = cookies.get('session')
  if (!token) return undefined
  const hash = hashToken(token)
  const row = await findSession(db, configId, hash)
  if (!row) return undefined
  const { stale, ...caller } = row
  if (stale) await noteSeen(db, hash)
  return { ...caller, permissions: permissionsOf(caller.roleId, caller.permissions) }
}

/** Nobody is signed in, or not any more. */
export const notSignedIn = () => new AppError(401, 'not_signed_in', 'Please sign in first.')

const passwordChangeRequired = () =>
  new AppError(
    403,
    'password_change_required',
    'Your password was given to you. Please choose one that you alone know first.',
  )

/** Who calls an endpoint that asks for a signed-in user. */
export function callerOf({ caller }: { caller: Caller | undefined }): Caller {
  if (!caller) throw notSignedIn()
  return caller
}

/** Refuses with 401 or 403 whoever does not belong to the audience, or has to choose a password first. */
export function requireAudience(
  { audience, withGivenPassword }: Pick<Endpoint, 'audience' | 'withGivenPassword'>,
  caller: Caller | undefined,
): void {
  if (audience === 'public' || audience === 'visitor') return
  if (!caller) throw notSignedIn()
  if (caller.mustChangePassword && !withGivenPassword) throw passwordChangeRequired()
  if (audience === 'customer') return
  if (audience === 'staff' && caller.permissions.length > 0) return
  const permission = permissions.find((known) => audience === `staff:${known}`)
  if (!permission || !caller.permissions.includes(permission)) throw notAllowed()
}

/** Who calls is known, and may not. */
export const notAllowed = () => new AppError(403, 'not_allowed', 'You are not allowed to do this.')

async function findSession(
  db: Database,
  configId: number,
  tokenHash: Buffer,
): Promise<SessionRow | undefined> {
  const { rows } = await sql<SessionRow>`/* planned once */
    select u.id as "userId", u.role_id as "roleId", r.permissions, s.id as "sessionId", p.id as "shopperId",
      u.password_change_required as "mustChangePassword",
      s.seen_at < now() - interval '5 minutes' as stale
    from session s
    join app_user u on u.config_id = s.config_id and u.id = s.user_id
    join role r on r.config_id = u.config_id and r.id = u.role_id
    left join shopper p on p.config_id = u.config_id and p.user_id = u.id
    where s.token_hash = ${tokenHash} and s.config_id = ${configId}
      and s.expires_at > now() and u.disabled_at is null`.execute(db)
  const [row] = rows
  return row && { ...row, shopperId: row.shopperId ?? undefined }
}

/** For the list of sessions; not at every call, because a write costs more than the call. */
async function noteSeen(db: Database, tokenHash: Buffer): Promise<void> {
  await sql`update session set seen_at = now() where token_hash = ${tokenHash}`.execute(db)
}
