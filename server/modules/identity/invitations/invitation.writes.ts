import { sql } from 'kysely'
import { customerRole } from '#contract/identity/role.ts'
import { later, type Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { hashToken, makeToken } from '#server/platform/secret-token.ts'
import { record, type WriteContext } from '#server/modules/audit/index.ts'
import { lockGrantor, requireMayGrant } from '../roles/permissions.ts'
import { requireInvitation } from './invitation.queries.ts'
import { requireRole } from '../roles/role.queries.ts'
import { findByEmail } from '../accounts/user.queries.ts'

const LIFETIME = sql`interval '7 days'`

/** The content of the email. The audit log never contains the token. */
interface InvitationEmailInput {
  id: number
  email: string
  token: string
  roleName: string
}

/**
 * Invites an email address to a staff role. Throws AppError 403 if the role has permissions that the sender lacks, and
 * 409 if the address is on staff, invited or disabled.
 */
export async function createInvitation(
  tx: Transaction,
  write: WriteContext,
  { email, roleId }: { email: string; roleId: number },
): Promise<InvitationEmailInput> {
  const { shopId } = write
  const grantor = await lockGrantor(tx, write)
  const role = await requireRole(tx, shopId, roleId)
  if (roleId === customerRole) throw refused('not_staff', 'Customers don’t need an invitation', 'roleId')
  requireMayGrant(grantor, role)
  await requireInvitable(tx, shopId, email)
  const token = makeToken()
  const row = await tx
    .insertInto('invitation')
    .values({
      config_id: shopId,
      email,
      role_id: roleId,
      token_hash: hashToken(token),
      invited_by: grantor.userId,
      expires_at: sql<Date>`now() + ${LIFETIME}`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirstOrThrow(() =>
      refused(
        'invited_already',
        'This address is already invited. You can resend the invitation below.',
        'email',
      ),
    )
  const entry = { action: 'create', subject: 'invitation', subjectId: row.id } as const
  later(tx, record(tx, { ...write, ...entry, after: { email, roleId } }))
  return { id: row.id, email, token, roleName: role.name }
}

/** Replaces the link of an invitation by one that is valid for seven days. Throws AppError 404, 403 and 409. */
export async function renewInvitation(
  tx: Transaction,
  write: WriteContext,
  id: number,
): Promise<InvitationEmailInput> {
  const { shopId } = write
  const grantor = await lockGrantor(tx, write)
  const { email, role_id: roleId } = await requireInvitation(tx, shopId, id)
  const role = await requireRole(tx, shopId, roleId)
  requireMayGrant(grantor, role)
  await requireInvitable(tx, shopId, email)
  const token = makeToken()
  const { expires_at: until } = await tx
    .updateTable('invitation')
    .set({
      token_hash: hashToken(token),
      invited_by: grantor.userId,
      expires_at: sql<Date>`now() + ${LIFETIME}`,
    })
    .where('config_id', '=', shopId)
    .where('id', '=', id)
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  const entry = { action: 'update', subject: 'invitation', subjectId: id } as const
  later(
    tx,
    record(tx, { ...write, ...entry, before: {}, after: { sentAgain: true, until: until.toISOString() } }),
  )
  return { id, email, token, roleName: role.name }
}

/**
 * Returns the secret of a link to pass on, which replaces the one that was copied before. It proves no address, because the
 * sender has seen it.
 */
export async function replaceCopiedToken(tx: Transaction, shopId: number, id: number): Promise<string> {
  const token = makeToken()
  await tx
    .updateTable('invitation')
    .set({ copied_token_hash: hashToken(token), expires_at: sql<Date>`now() + ${LIFETIME}` })
    .where('config_id', '=', shopId)
    .where('id', '=', id)
    .execute()
  return token
}

/** Returns the secret of a link to pass on, valid for seven days. Throws AppError 404, 403 and 409. */
export async function shareInvitation(tx: Transaction, write: WriteContext, id: number): Promise<string> {
  const { shopId } = write
  const grantor = await lockGrantor(tx, write)
  const { email, role_id: roleId } = await requireInvitation(tx, shopId, id)
  requireMayGrant(grantor, await requireRole(tx, shopId, roleId))
  await requireInvitable(tx, shopId, email)
  const entry = { action: 'update', subject: 'invitation', subjectId: id } as const
  later(tx, record(tx, { ...write, ...entry, before: {}, after: { linkCopied: true } }))
  return replaceCopiedToken(tx, shopId, id)
}

/** Withdraws an invitation. Throws AppError 404 and 403. */
export async function withdrawInvitation(tx: Transaction, write: WriteContext, id: number): Promise<void> {
  const { shopId } = write
  const grantor = await lockGrantor(tx, write)
  const { email, role_id: roleId } = await requireInvitation(tx, shopId, id)
  requireMayGrant(grantor, await requireRole(tx, shopId, roleId))
  await deleteInvitation(tx, shopId, id)
  const entry = { action: 'delete', subject: 'invitation', subjectId: id } as const
  later(tx, record(tx, { ...write, ...entry, before: { email, roleId } }))
}

export async function deleteInvitation(tx: Transaction, shopId: number, id: number): Promise<void> {
  await tx.deleteFrom('invitation').where('config_id', '=', shopId).where('id', '=', id).execute()
}

async function requireInvitable(tx: Transaction, shopId: number, email: string): Promise<void> {
  const user = await findByEmail(tx, shopId, email)
  if (!user) return
  if (user.role_id !== customerRole)
    throw refused('staff_already', `${user.full_name} is already on staff`, 'email')
  if (user.disabled_at) {
    throw refused('disabled', 'The account of this address is disabled. Enable it first.', 'email')
  }
}

const refused = (code: string, message: string, path: string) =>
  new AppError(409, code, message, [{ path, message }])
