import type { CustomerNote } from '#contract/identity/customer.ts'
import type { Database } from '#server/db/connect.ts'

interface NoteRow {
  id: number
  author_name: string
  body: string
  created_at: Date
}

/** A customer by the account, or a guest by email or phone. */
interface NotedPerson {
  userId: number | null
  key: string
}

/** Lists the staff's notes about a customer, newest first. */
export async function listNotes(
  db: Database,
  shopId: number,
  { userId, key }: NotedPerson,
): Promise<CustomerNote[]> {
  const rows = await db
    .selectFrom('customer_note')
    .select(['id', 'author_name', 'body', 'created_at'])
    .where('config_id', '=', shopId)
    .where((eb) => (userId === null ? eb('customer_key', '=', key) : eb('user_id', '=', userId)))
    .orderBy('id', 'desc')
    .execute()
  return rows.map(noteOf)
}

/** Lists the notes for the customer's data export, without their authors. */
export async function listNotesForExport(db: Database, shopId: number, userId: number) {
  const notes = await listNotes(db, shopId, { userId, key: '' })
  return notes.map(({ note, created_at }) => ({ note, created_at }))
}

/** A row as the API returns it. */
export const noteOf = ({ id, author_name, body, created_at }: NoteRow): CustomerNote => ({
  id,
  note: body,
  author: author_name,
  created_at: created_at.toISOString(),
})
