import type { Database, Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import type { WriteContext } from './journal.writes.ts'

/** What a version belongs to: the noun of the journal and the row's id. */
interface Subject {
  subject: string
  subjectId: number
}

/** The latest change of a record, by the id of its entry; 0 where it was never changed. A form that edits it sends this back. */
export async function findVersion(
  db: Database,
  configId: number,
  { subject, subjectId }: Subject,
): Promise<number> {
  const row = await db
    .selectFrom('journal')
    .select('id')
    .where('config_id', '=', configId)
    .where('subject', '=', subject)
    .where('subject_id', '=', String(subjectId))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return Number(row?.id ?? 0)
}

/**
 * Refuses to write over what the writer has not seen: AppError 409 `changed_meanwhile`, its issues naming each field that
 * was changed since, and by whom. Called with the record locked. Without a version nothing is asked.
 */
export async function requireVersion(
  tx: Transaction,
  { configId }: WriteContext,
  { subject, subjectId, version }: Subject & { version: number | undefined },
): Promise<void> {
  if (version === undefined) return
  const later = await tx
    .selectFrom('journal')
    .select(['actor_name', 'after'])
    .where('config_id', '=', configId)
    .where('subject', '=', subject)
    .where('subject_id', '=', String(subjectId))
    .where('id', '>', version)
    .orderBy('id')
    .execute()
  const last = later.at(-1)
  if (!last) return
  const changed = new Map(
    later.flatMap(({ actor_name: name, after }) =>
      Object.keys((after as object | null) ?? {}).map((field) => [field, name] as const),
    ),
  )
  throw new AppError(
    409,
    'changed_meanwhile',
    `${last.actor_name} has changed this meanwhile. Please look at the changes before you save.`,
    [...changed].map(([path, name]) => ({ path, message: `Changed by ${name}` })),
  )
}
