import type { ImportWarning } from '#contract/imports/import.ts'
import type { ImportedKind } from '#contract/imports/kinds.ts'
import type { Database, Transaction } from '#server/db/connect.ts'
import type { AuditSubject } from '#server/modules/audit/index.ts'
import type { downloadFile } from '#server/platform/remote/remote-file.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import type { ColumnMapping, FileSettings } from '../formats/cell-reader.ts'
import type { Format } from '../formats/format.ts'
import type { PendingImport } from './pending-import.ts'

/** A record as a file describes it, whatever its format. */
export interface ImportedRow {
  /** Its first line in the file. */
  line: number
  /** All its lines, if it may have several. */
  lines?: number[]
  /** Why it cannot be imported. */
  problems: string[]
  /** What the shop cannot keep of it. */
  notes: string[]
  /** What staff are asked about before the import starts. */
  warnings?: ImportWarning[]
}

/** A field that an import changes, as texts for people. A new record has no `before`. */
export interface FieldChange {
  field: string
  before: string
  after: string
}

/** What an import will do with a record, and why. */
export interface RowPlan {
  outcome: 'create' | 'update' | 'unchanged' | 'refuse'
  /** Why it is refused. */
  reason?: string
  changes: FieldChange[]
  warnings: ImportWarning[]
  notes: string[]
}

/** A planned record of an import. */
export interface Item<Row extends ImportedRow = ImportedRow> {
  position: number
  row: Row
  /** The record that the import wrote. */
  recordId: string | null
  /** What undo needs besides the audit log. */
  undo: unknown
}

/** What became of a record. */
export interface ItemResult {
  position: number
  state: 'done' | 'failed' | 'undone' | 'kept'
  reason?: string | null
  notes?: string[]
  recordId?: string | null
  undo?: unknown
}

/** Where images come from and go to. Tests pass their own `download`. */
export interface ImageSource {
  storage: Storage
  download: typeof downloadFile
}

export interface UndoScope {
  subjects: ReadonlyMap<string, AuditSubject>
  /** The audit log's job of all undo entries. */
  job: string
}

/**
 * A kind of data that can be imported. `Known` has the meanings of the file's names in this shop, read once per step. `plan`
 * and `write` decide with the same function, so that the check shows what the run does.
 */
export interface ImportKind<Row extends ImportedRow = ImportedRow, Known = unknown> {
  kind: ImportedKind
  /** The known formats; the last one also reads tables of no known system. */
  formats: readonly Format<Row>[]
  /** The columns that tell the decimal mark of a file. */
  amountColumns: readonly string[]
  /** The column without which no record can be recognised. */
  missingColumn(mapping: ColumnMapping): { column: string; message: string } | undefined
  /** What must be unique in a file: "SKU M1". */
  keysOf(row: Row): string[]
  /** The record without the keys that others of the file have before it, if it can be without. */
  separate?(row: Row, lineOf: (key: string) => number | undefined, settings: FileSettings): Row
  /** The name of a record, for people. */
  nameOf(row: Row): string
  load(db: Database, pending: PendingImport): Promise<Known>
  /** The plans of these rows, in their order. Changes nothing. */
  plan(
    db: Database,
    pending: PendingImport,
    rows: readonly Row[],
    known: Known,
  ): Promise<(RowPlan & { name?: string })[]>
  /** Creates what the planned records need; returns the same as `load`. */
  prepare?(db: Database, pending: PendingImport): Promise<Known>
  /** Reads what takes long and needs no transaction; returns what `write` gets as `known`. */
  fetch?(
    db: Database,
    pending: PendingImport,
    scope: { items: readonly Item<Row>[]; known: Known; images: ImageSource },
  ): Promise<Known>
  /** Writes all these records. An AppError means that one of them is refused; the engine then writes them one by one. */
  write(
    tx: Transaction,
    pending: PendingImport,
    items: readonly Item<Row>[],
    known: Known,
  ): Promise<ItemResult[]>
  /** Undoes one record. An AppError means that it is kept, with the reason; so does an answer, for one that is undone in part. */
  undo(
    tx: Transaction,
    pending: PendingImport,
    item: Item<Row>,
    scope: UndoScope,
  ): Promise<string | undefined | void>
  /** The same for many records, in their order. Absent: they are undone one by one. */
  undoAll?(
    tx: Transaction,
    pending: PendingImport,
    items: readonly Item<Row>[],
    scope: UndoScope,
  ): Promise<(string | undefined)[]>
  /** Undoes what `prepare` created. Returns what stays: "category “Tops”". */
  finishUndo?(db: Database, pending: PendingImport, scope: UndoScope): Promise<string[]>
  /** The tables that grow. An empty shop has no statistics, and the planner would read whole tables for each record. */
  tables: readonly string[]
}
