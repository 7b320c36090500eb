import type { Database, Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import type { WriteContext } from './audit.writes.ts'

/** The record that a version belongs to. */
interface VersionedRecord {
  subject: string
  subjectId: number
}

/** The version of a record: the id of its latest audit entry, or 0. A form sends it back when it saves. */
export async function findVersion(
  db: Database,
  shopId: number,
  { subject, subjectId }: VersionedRecord,
): Promise<number> {
  const row = await db
    .selectFrom('audit_entry')
    .select('id')
    .where('config_id', '=', shopId)
    .where('subject', '=', subject)
    .where('subject_id', '=', String(subjectId))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return Number(row?.id ?? 0)
}

/**
 * Throws AppError 409 `version_conflict` if the record changed after the version; its issues name each changed field and
 * who changed it. The caller has locked the record. Without a version nothing is checked.
 */
export async function requireVersion(
  tx: Transaction,
  { shopId }: Pick<WriteContext, 'shopId'>,
  { subject, subjectId, version }: VersionedRecord & { version: number | undefined },
): Promise<void> {
  const conflict = await findVersionConflict(tx, { shopId }, { subject, subjectId, version })
  if (conflict) throw conflict
}

/**
 * Returns what `locked` resolves with, and checks the version in the same round trip, as `requireVersion` does. `locked`
 * has begun to lock the record.
 */
export async function lockVersion<T>(
  tx: Transaction,
  context: Pick<WriteContext, 'shopId'>,
  record: VersionedRecord & { version: number | undefined },
  locked: Promise<T>,
): Promise<T> {
  const [found, conflict] = await Promise.all([locked, findVersionConflict(tx, context, record)])
  if (conflict) throw conflict
  return found
}

async function findVersionConflict(
  tx: Transaction,
  { shopId }: Pick<WriteContext, 'shopId'>,
  { subject, subjectId, version }: VersionedRecord & { version: number | undefined },
): Promise<AppError | undefined> {
  if (version === undefined) return undefined
  const later = await tx
    .selectFrom('audit_entry')
    .select(['actor_name', 'after'])
    .where('config_id', '=', shopId)
    .where('subject', '=', subject)
    .where('subject_id', '=', String(subjectId))
    .where('id', '>', version)
    .orderBy('id')
    .execute()
  const last = later.at(-1)
  if (!last) return undefined
  const changed = new Map(
    later.flatMap(({ actor_name: name, after }) =>
      Object.keys((after as object | null) ?? {}).map((field) => [field, name] as const),
    ),
  )
  return new AppError(
    409,
    'version_conflict',
    `${last.actor_name} edited this in the meantime. Review the changes before you save.`,
    [...changed].map(([path, name]) => ({ path, message: `Changed by ${name}` })),
  )
}
