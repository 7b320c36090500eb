import { sql } from 'kysely'
import type { CustomerNote } from '#contract/customer.ts'
import { customerRole } from '#contract/role.ts'
import type { Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { record, requireVersion, type WriteContext } from '#server/modules/journal/index.ts'
import { noteOf } from './customer-note.queries.ts'
import { noCustomer } from './customer.queries.ts'
import { voidLinks } from './mailed-link.writes.ts'
import { listSessions } from './session.queries.ts'
import { endSessions } from './session.writes.ts'
import { lockExistingUser, type User } from './user.queries.ts'

/** The customer, locked. Staff is none: who may look after customers has no say about them. AppError 404. */
export async function lockCustomer(tx: Transaction, configId: number, id: number): Promise<User> {
  const user = await lockExistingUser(tx, configId, id)
  if (!user || user.role_id !== customerRole) throw noCustomer()
  return user
}

/**
 * Disables an account, which ends its sessions and mailed links at once, or enables it again. The journal says how many
 * sessions it was. AppError 404, 409.
 */
export async function setDisabled(
  tx: Transaction,
  write: WriteContext,
  id: number,
  { disabled, version }: { disabled: boolean; version?: number | undefined },
): Promise<void> {
  const { configId } = write
  const user = await lockCustomer(tx, configId, id)
  await requireVersion(tx, write, { subject: 'customer', subjectId: id, version })
  const before = { disabled: user.disabled_at !== null }
  if (before.disabled === disabled) return
  await tx
    .updateTable('app_user')
    .set({ disabled_at: disabled ? sql<Date>`now()` : null })
    .where('config_id', '=', configId)
    .where('id', '=', id)
    .execute()
  const entry = { ...write, action: 'update', subject: 'customer', subjectId: id, before } as const
  if (!disabled) return record(tx, { ...entry, after: { disabled } })
  const { length: sessionsEnded } = await listSessions(tx, configId, id)
  await endSessions(tx, configId, id)
  await voidLinks(tx, { configId, userId: id })
  await record(tx, { ...entry, after: { disabled, sessionsEnded } })
}

/**
 * Adds a note. The journal says that there is one, not what it says: the text is about a person, with whose account it
 * goes, and the journal forgets nothing. AppError 404.
 */
export async function addNote(
  tx: Transaction,
  write: WriteContext,
  id: number,
  body: string,
): Promise<CustomerNote> {
  const { configId, actor } = write
  await lockCustomer(tx, configId, id)
  const row = await tx
    .insertInto('customer_note')
    .values({ config_id: configId, user_id: id, author_id: actor.id, author_name: actor.name, body })
    .returning(['id', 'author_name', 'body', 'created_at'])
    .executeTakeFirstOrThrow()
  const entry = { ...write, action: 'create', subject: 'customer_note', subjectId: row.id } as const
  await record(tx, { ...entry, after: { customerId: id } })
  return noteOf(row)
}

/** Deletes a note, whoever wrote it. AppError 404. */
export async function deleteNote(
  tx: Transaction,
  write: WriteContext,
  { id, noteId }: { id: number; noteId: number },
): Promise<void> {
  const { configId } = write
  await lockCustomer(tx, configId, id)
  const { author_name: author } = await tx
    .deleteFrom('customer_note')
    .where('config_id', '=', configId)
    .where('user_id', '=', id)
    .where('id', '=', noteId)
    .returning('author_name')
    .executeTakeFirstOrThrow(() => new AppError(404, 'not_found', 'This note was deleted meanwhile.'))
  const entry = { ...write, action: 'delete', subject: 'customer_note', subjectId: noteId } as const
  await record(tx, { ...entry, before: { customerId: id, author } })
}
