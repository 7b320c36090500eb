import { sql } from 'kysely'
import type { CustomerNote } from '#contract/identity/customer.ts'
import { customerRole } from '#contract/identity/role.ts'
import { later, type Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { record, lockVersion, type WriteContext } from '#server/modules/audit/index.ts'
import { noteOf } from './customer-note.queries.ts'
import { customerNotFound } from './customer.queries.ts'
import { voidEmailTokens } from '../email-tokens/email-token.writes.ts'
import { listSessions } from '../sessions/session.queries.ts'
import { endSessions } from '../sessions/session.writes.ts'
import { lockExistingUser, type User } from '../accounts/user.queries.ts'

/** Locks a customer. Throws AppError 404 for staff, whom the permission `customers` does not cover. */
export async function lockCustomer(tx: Transaction, shopId: number, id: number): Promise<User> {
  const user = await lockExistingUser(tx, shopId, id)
  if (!user || user.role_id !== customerRole) throw customerNotFound()
  return user
}

/**
 * Disables or enables an account. Disabling ends its sessions and emailed links; the audit log counts the sessions.
 * Throws AppError 404 and 409 (version conflict).
 */
export async function setDisabled(
  tx: Transaction,
  write: WriteContext,
  id: number,
  { disabled, version }: { disabled: boolean; version?: number | undefined },
): Promise<void> {
  const { shopId } = write
  const user = await lockVersion(
    tx,
    write,
    { subject: 'customer', subjectId: id, version },
    lockCustomer(tx, shopId, id),
  )
  const before = { disabled: user.disabled_at !== null }
  if (before.disabled === disabled) return
  await tx
    .updateTable('app_user')
    .set({ disabled_at: disabled ? sql<Date>`now()` : null })
    .where('config_id', '=', shopId)
    .where('id', '=', id)
    .execute()
  const entry = { ...write, action: 'update', subject: 'customer', subjectId: id, before } as const
  if (!disabled) return record(tx, { ...entry, after: { disabled } })
  const { length: sessionsEnded } = await listSessions(tx, shopId, id)
  await endSessions(tx, shopId, id)
  await voidEmailTokens(tx, { shopId, userId: id })
  later(tx, record(tx, { ...entry, after: { disabled, sessionsEnded } }))
}

/** Whom a note is about: the columns of its row. */
type NotedColumns = { user_id: number; customer_key: null } | { user_id: null; customer_key: string }

/** Locks a customer, with or without an account. Throws AppError 404. */
async function lockNoted(tx: Transaction, shopId: number, id: number): Promise<NotedColumns> {
  const { rows } = await sql<{ key: string; user_id: number | null }>`
    select key, user_id from customer where config_id = ${shopId} and (id = ${id} or guest_id = ${id}) for update`.execute(
    tx,
  )
  const [customer] = rows
  if (!customer) throw customerNotFound()
  const { key, user_id } = customer
  return user_id === null ? { user_id, customer_key: key } : { user_id, customer_key: null }
}

/**
 * Adds a note. The audit log omits its text: the log is never deleted, but the text is personal data and is deleted with the
 * customer. Throws AppError 404.
 */
export async function addNote(
  tx: Transaction,
  write: WriteContext,
  id: number,
  body: string,
): Promise<CustomerNote> {
  const { shopId, actor } = write
  const noted = await lockNoted(tx, shopId, id)
  const row = await tx
    .insertInto('customer_note')
    .values({ config_id: shopId, ...noted, author_id: actor.id, author_name: actor.name, body })
    .returning(['id', 'author_name', 'body', 'created_at'])
    .executeTakeFirstOrThrow()
  const entry = { ...write, action: 'create', subject: 'customer_note', subjectId: row.id } as const
  later(tx, record(tx, { ...entry, after: { customerId: noted.user_id ?? id } }))
  return noteOf(row)
}

/** Deletes a note of any author. Throws AppError 404. */
export async function deleteNote(
  tx: Transaction,
  write: WriteContext,
  { id, noteId }: { id: number; noteId: number },
): Promise<void> {
  const { shopId } = write
  const noted = await lockNoted(tx, shopId, id)
  const { author_name: author } = await tx
    .deleteFrom('customer_note')
    .where('config_id', '=', shopId)
    .where((eb) =>
      noted.user_id === null
        ? eb('customer_key', '=', noted.customer_key)
        : eb('user_id', '=', noted.user_id),
    )
    .where('id', '=', noteId)
    .returning('author_name')
    .executeTakeFirstOrThrow(() => new AppError(404, 'not_found', 'This note no longer exists'))
  const entry = { ...write, action: 'delete', subject: 'customer_note', subjectId: noteId } as const
  later(tx, record(tx, { ...entry, before: { customerId: noted.user_id ?? id, author } }))
}
