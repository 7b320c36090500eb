import { sql } from 'kysely'
import { customerRole } from '#contract/role.ts'
import type { Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { hashToken, makeToken } from '#server/http/secret-token.ts'
import { record, type WriteContext } from '#server/modules/journal/index.ts'
import { lockAuthority, requireMayGrant } from './authority.ts'
import { requireInvitation } from './invitation.queries.ts'
import { requireRole } from './role.queries.ts'
import { findByEmail } from './user.queries.ts'

const validFor = sql`interval '7 days'`

/** What is needed to mail an invitation. The token is in no journal and no answer. */
interface Mailable {
  id: number
  email: string
  token: string
  roleName: string
}

/**
 * Invites an address to a role of the staff. AppError 403 where the role may do more than the writer, 409 where the
 * address is staff, invited already or has a disabled account.
 */
export async function createInvitation(
  tx: Transaction,
  write: WriteContext,
  { email, roleId }: { email: string; roleId: number },
): Promise<Mailable> {
  const { configId } = write
  const authority = await lockAuthority(tx, write)
  const role = await requireRole(tx, configId, roleId)
  if (roleId === customerRole) throw refused('not_staff', 'Customers need no invitation', 'roleId')
  requireMayGrant(authority, role)
  await requireInvitable(tx, configId, email)
  const token = makeToken()
  const row = await tx
    .insertInto('invitation')
    .values({
      config_id: configId,
      email,
      role_id: roleId,
      token_hash: hashToken(token),
      invited_by: authority.userId,
      expires_at: sql<Date>`now() + ${validFor}`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirstOrThrow(() =>
      refused('invited_already', 'This address is invited already. You can send it again below', 'email'),
    )
  const entry = { action: 'create', subject: 'invitation', subjectId: row.id } as const
  await record(tx, { ...write, ...entry, after: { email, roleId } })
  return { id: row.id, email, token, roleName: role.name }
}

/** Gives an invitation a new link and seven more days; the old link ends. AppError 404, 403 and 409 as above. */
export async function renewInvitation(tx: Transaction, write: WriteContext, id: number): Promise<Mailable> {
  const { configId } = write
  const authority = await lockAuthority(tx, write)
  const { email, role_id: roleId } = await requireInvitation(tx, configId, id)
  const role = await requireRole(tx, configId, roleId)
  requireMayGrant(authority, role)
  await requireInvitable(tx, configId, email)
  const token = makeToken()
  const { expires_at: until } = await tx
    .updateTable('invitation')
    .set({
      token_hash: hashToken(token),
      invited_by: authority.userId,
      expires_at: sql<Date>`now() + ${validFor}`,
    })
    .where('config_id', '=', configId)
    .where('id', '=', id)
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  const entry = { action: 'update', subject: 'invitation', subjectId: id } as const
  await record(tx, { ...write, ...entry, before: {}, after: { sentAgain: true, until: until.toISOString() } })
  return { id, email, token, roleName: role.name }
}

/** Takes an invitation back. AppError 404, 403 as above. */
export async function withdrawInvitation(tx: Transaction, write: WriteContext, id: number): Promise<void> {
  const { configId } = write
  const authority = await lockAuthority(tx, write)
  const { email, role_id: roleId } = await requireInvitation(tx, configId, id)
  requireMayGrant(authority, await requireRole(tx, configId, roleId))
  await deleteInvitation(tx, configId, id)
  const entry = { action: 'delete', subject: 'invitation', subjectId: id } as const
  await record(tx, { ...write, ...entry, before: { email, roleId } })
}

export async function deleteInvitation(tx: Transaction, configId: number, id: number): Promise<void> {
  await tx.deleteFrom('invitation').where('config_id', '=', configId).where('id', '=', id).execute()
}

async function requireInvitable(tx: Transaction, configId: number, email: string): Promise<void> {
  const user = await findByEmail(tx, configId, email)
  if (!user) return
  if (user.role_id !== customerRole)
    throw refused('staff_already', `${user.full_name} is staff already`, 'email')
  if (user.disabled_at) {
    throw refused('disabled', 'The account of this address is disabled. Please enable it first', 'email')
  }
}

const refused = (code: string, message: string, path: string) =>
  new AppError(409, code, message, [{ path, message }])
