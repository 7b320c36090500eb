import type { Selectable } from 'kysely'
import { later, type Transaction, violation } from '#server/db/connect.ts'
import type { DB } from '#server/db/schema.ts'
import type { AppError } from '#server/http/errors.ts'
import { record, type State, type WriteContext } from './audit.writes.ts'
import { lockVersion } from './version.ts'

/** A table of a shop's records. */
export type RecordTable = {
  [T in keyof DB]: Selectable<DB[T]> extends { config_id: number; id: number } ? T : never
}[keyof DB]

/** The fields of a record, each with its column. */
type Columns<T extends RecordTable> = Record<string, keyof Selectable<DB[T]> & string>

type Fields<T extends RecordTable, C extends Columns<T>> = {
  -readonly [F in keyof C]: Selectable<DB[T]>[C[F]]
}

interface RecordKind<T extends RecordTable, C extends Columns<T>> {
  /** The table, and the noun of the audit log. */
  table: T
  /** The fields that staff edit, in the form of the audit log. */
  columns: C
  /** The AppError for a record that does not exist. */
  missing(): AppError
  /** The AppErrors for violated constraints, by the constraint's name. */
  violations?: Record<string, (fields: Fields<T, C>) => AppError>
}

/**
 * The steps in which records with an audit entry are locked and written. Each write waits for its own statement and lets the
 * audit entry travel with the next one.
 */
export function recordWrites<const T extends RecordTable, const C extends Columns<T>>({
  table,
  columns,
  missing,
  violations = {},
}: RecordKind<T, C>) {
  type Stored = Fields<T, C>
  // Kysely knows the columns of a given table only. This one has what all of them have: config_id, id and a text.
  const typed = table as 'content_page'
  const selection = Object.entries(columns).map(([field, column]) => `${column} as ${field}`) as ['title']
  const rowOf = (fields: Stored) =>
    Object.fromEntries(
      Object.entries(columns).map(([field, column]) => [column, fields[field]]),
    ) as unknown as Selectable<DB['content_page']>

  function explain(fields: Stored) {
    return (error: unknown): never => {
      throw violations[violation(error)?.constraint ?? '']?.(fields) ?? error
    }
  }

  /** Reads a record and locks it until the transaction ends. AppError 404. */
  async function lock(tx: Transaction, shopId: number, id: number): Promise<Stored> {
    const row = await tx
      .selectFrom(typed)
      .select(selection)
      .where('config_id', '=', shopId)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow(missing)
    return row as unknown as Stored
  }

  return {
    lock,
    explain,

    /** Locks a record for a change. AppError 404, and 409 if it changed after `version`. */
    lockVersion: (tx: Transaction, context: WriteContext, id: number, version: number | undefined) =>
      lockVersion(tx, context, { subject: table, subjectId: id, version }, lock(tx, context.shopId, id)),

    /** Inserts a record and returns its id: the `formerId` when a deletion is undone. */
    async create<S extends Stored>(
      tx: Transaction,
      context: WriteContext,
      after: S,
      formerId?: number,
    ): Promise<number> {
      const { id } = await tx
        .insertInto(typed)
        .values({ ...rowOf(after), config_id: context.shopId, id: formerId })
        .returning('id')
        .executeTakeFirstOrThrow()
        .catch(explain(after))
      later(
        tx,
        record(tx, { ...context, action: 'create', subject: table, subjectId: id, after: { ...after } }),
      )
      return id
    },

    /** Writes the fields of a locked record, and `set`, which the audit log leaves out. */
    async update<S extends Stored>(
      tx: Transaction,
      context: WriteContext,
      id: number,
      { before, after, set }: { before: S; after: S; set?: object },
    ): Promise<void> {
      await tx
        .updateTable(typed)
        .set({ ...rowOf(after), ...set })
        .where('config_id', '=', context.shopId)
        .where('id', '=', id)
        .execute()
        .catch(explain(after))
      const states = { before: { ...before } as State, after: { ...after } as State }
      later(tx, record(tx, { ...context, action: 'update', subject: table, subjectId: id, ...states }))
    },

    /** Deletes a locked record. */
    async remove<S extends Stored>(
      tx: Transaction,
      context: WriteContext,
      id: number,
      before: S,
    ): Promise<void> {
      await tx
        .deleteFrom(typed)
        .where('config_id', '=', context.shopId)
        .where('id', '=', id)
        .execute()
        .catch(explain(before))
      later(
        tx,
        record(tx, { ...context, action: 'delete', subject: table, subjectId: id, before: { ...before } }),
      )
    },
  }
}
