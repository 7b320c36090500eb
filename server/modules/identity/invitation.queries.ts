import { sql } from 'kysely'
import type { Database, Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { hashToken } from '#server/http/secret-token.ts'
import { findAuthority, mayDecide, mayGrant } from './authority.ts'
import { findRole } from './role.queries.ts'

interface ListedInvitation {
  id: number
  email: string
  roleId: number
  roleName: string
  invitedBy: string
  createdAt: Date
  expiresAt: Date
  expired: boolean
}

interface Listing {
  page: number
  limit: number
  q?: string
  sort: 'newest' | 'email'
}

/** A page of the invitations that nobody has accepted, and how many there are; `q` is looked for in their addresses. */
export async function listInvitations(
  db: Database,
  configId: number,
  { page, limit, q = '', sort }: Listing,
): Promise<{ data: ListedInvitation[]; total: number }> {
  const order = sort === 'email' ? sql`i.email` : sql`i.created_at desc, i.id desc`
  const { rows } = await sql<ListedInvitation & { total: number }>`
    select i.id, i.email, i.role_id as "roleId", r.name as "roleName", u.full_name as "invitedBy",
      i.created_at as "createdAt", i.expires_at as "expiresAt", i.expires_at <= now() as expired,
      count(*) over ()::int as total
    from invitation i
    join role r on r.config_id = i.config_id and r.id = i.role_id
    join app_user u on u.config_id = i.config_id and u.id = i.invited_by
    where i.config_id = ${configId} and strpos(i.email, lower(${q})) > 0
    order by ${order} limit ${limit} offset ${(page - 1) * limit}`.execute(db)
  return { data: rows, total: rows[0]?.total ?? 0 }
}

interface InvitationRow {
  id: number
  email: string
  role_id: number
}

/** AppError 404 where the shop has no such invitation, or not any more. */
export function requireInvitation(tx: Transaction, configId: number, id: number): Promise<InvitationRow> {
  return tx
    .selectFrom('invitation')
    .select(['id', 'email', 'role_id'])
    .where('config_id', '=', configId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(
      () => new AppError(404, 'not_found', 'This invitation was accepted or withdrawn meanwhile.'),
    )
}

interface OpenInvitation extends InvitationRow {
  roleName: string
  invitedBy: string
}

/**
 * The invitation of a mailed link. AppError 400 where it is not good any more: used, withdrawn, too old, or from somebody
 * who could not give that role today.
 */
export async function findByToken(db: Database, configId: number, token: string): Promise<OpenInvitation> {
  const row = await db
    .selectFrom('invitation as i')
    .innerJoin('app_user as u', (join) =>
      join.onRef('u.config_id', '=', 'i.config_id').onRef('u.id', '=', 'i.invited_by'),
    )
    .select(['i.id', 'i.email', 'i.role_id', 'i.invited_by', 'u.full_name as invitedBy'])
    .where('i.token_hash', '=', hashToken(token))
    .where('i.config_id', '=', configId)
    .where('i.expires_at', '>', sql<Date>`now()`)
    .executeTakeFirstOrThrow(badInvitation)
  const inviter = await findAuthority(db, configId, row.invited_by)
  const role = await findRole(db, configId, row.role_id)
  if (!inviter || !role || !mayDecide(inviter) || !mayGrant(inviter, role)) throw badInvitation()
  const { id, email, role_id, invitedBy } = row
  return { id, email, role_id, invitedBy, roleName: role.name }
}

const badInvitation = () =>
  new AppError(
    400,
    'invalid_link',
    'This invitation is too old, was used before or was withdrawn. Please ask for a new one.',
  )
