import { sql } from 'kysely'
import type { Database, Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { hashToken } from '#server/platform/secret-token.ts'
import { findGrantor, mayManageStaff, mayGrant } from '../roles/permissions.ts'
import { findRole } from '../roles/role.queries.ts'

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

/** A page of pending invitations and their total. `q` searches the email. */
export async function listInvitations(
  db: Database,
  shopId: number,
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
    where i.config_id = ${shopId} and strpos(i.email, lower(${q})) > 0
    order by ${order} limit ${limit} offset ${(page - 1) * limit}`.execute(db)
  return { data: rows, total: rows[0]?.total ?? 0 }
}

interface InvitationRow {
  id: number
  email: string
  role_id: number
}

/** Throws AppError 404 if the invitation does not exist any more. */
export function requireInvitation(tx: Transaction, shopId: number, id: number): Promise<InvitationRow> {
  return tx
    .selectFrom('invitation')
    .select(['id', 'email', 'role_id'])
    .where('config_id', '=', shopId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(
      () => new AppError(404, 'not_found', 'This invitation has already been used or withdrawn.'),
    )
}

interface OpenInvitation extends InvitationRow {
  /** The link was emailed, so a person who has it can read the mailbox. */
  isEmailed: boolean
  roleName: string
  invitedBy: string
}

/**
 * Finds the invitation of an emailed or copied link. Throws AppError 400 if it was used or withdrawn, has expired, or its sender
 * may not grant the role today.
 */
export async function findInvitationByToken(
  db: Database,
  shopId: number,
  token: string,
): Promise<OpenInvitation> {
  const hash = hashToken(token)
  const row = await db
    .selectFrom('invitation as i')
    .innerJoin('app_user as u', (join) =>
      join.onRef('u.config_id', '=', 'i.config_id').onRef('u.id', '=', 'i.invited_by'),
    )
    .select(['i.id', 'i.email', 'i.role_id', 'i.invited_by', 'u.full_name as invitedBy'])
    .select(({ eb }) => eb('i.token_hash', '=', hash).as('isEmailed'))
    .where(({ eb, or }) => or([eb('i.token_hash', '=', hash), eb('i.copied_token_hash', '=', hash)]))
    .where('i.config_id', '=', shopId)
    .where('i.expires_at', '>', sql<Date>`now()`)
    .executeTakeFirstOrThrow(invalidInvitation)
  const inviter = await findGrantor(db, shopId, row.invited_by)
  const role = await findRole(db, shopId, row.role_id)
  if (!inviter || !role || !mayManageStaff(inviter) || !mayGrant(inviter, role)) throw invalidInvitation()
  const { id, email, role_id, invitedBy, isEmailed } = row
  return { id, email, role_id, invitedBy, isEmailed: Boolean(isEmailed), roleName: role.name }
}

const invalidInvitation = () =>
  new AppError(
    400,
    'invalid_link',
    'This invitation has expired, was already used or was withdrawn. Please ask for a new one.',
  )
