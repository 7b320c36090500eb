import type { CustomerNote } from '#contract/customer.ts'
import type { Database } from '#server/db/connect.ts'

interface NoteRow {
  id: number
  author_name: string
  body: string
  created_at: Date
}

/** What staff has noted about a customer, the newest first. */
export async function listNotes(db: Database, configId: number, userId: number): Promise<CustomerNote[]> {
  const rows = await db
    .selectFrom('customer_note')
    .select(['id', 'author_name', 'body', 'created_at'])
    .where('config_id', '=', configId)
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(noteOf)
}

/** The same for the person it is about, who may read it, but need not know who wrote it. */
export async function listNotesForExport(db: Database, configId: number, userId: number) {
  const notes = await listNotes(db, configId, userId)
  return notes.map(({ note, created_at }) => ({ note, created_at }))
}

/** As it is sent. */
export const noteOf = ({ id, author_name, body, created_at }: NoteRow): CustomerNote => ({
  id,
  note: body,
  author: author_name,
  created_at: created_at.toISOString(),
})
