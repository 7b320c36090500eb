import type { Permission } from '#contract/endpoint.ts'
import type { Database, Transaction } from '#server/db/connect.ts'
import type { State, WriteContext } from './audit.writes.ts'

/** Formats values as the shop writes them. */
export interface Formatters {
  /** Formats minor units. */
  money(minor: number): string
  /** Formats ISO 8601 in the shop's time zone. */
  moment(iso: string): string
  /** Names another record: "Tableware", or "#7" if its name is unknown. */
  nameOf(subject: string, id: number): string
}

/** A field of the states that the audit log stores. */
export interface AuditField {
  /** The label: "Price". */
  name: string
  /** Formats a value as lines. Absent: texts and numbers as they are. */
  format?(value: unknown, formatters: Formatters): string[]
  /** The records that a value names by their ids. */
  references?: { subject: string; ids(value: unknown): number[] }
  /** The formatted lines are file names of images. */
  images?: true
  /** Why undo leaves the field unchanged. */
  undoRefusal?: string
}

/** A noun of the audit log: who may see it, how its fields are labelled, and how its module undoes changes. */
export interface AuditSubject {
  /** As stored in the log: "content_page". */
  subject: string
  /** The label: "Page". */
  noun: string
  /** Needed to see and to undo its changes. */
  permission: Permission
  fields: Record<string, AuditField>
  /** The current names of records; deleted ones may be missing. */
  listNames(db: Database, shopId: number, ids: readonly number[]): Promise<Map<number, string>>
  /** Absent: its changes cannot be undone. */
  undo?: UndoOperations
  /** Why `undo` is absent. */
  undoRefusal?: string
}

export interface UndoOperations {
  /** Reads a record in the form of the audit log and locks it until the transaction ends. Throws AppError 404. */
  read(tx: Transaction, shopId: number, id: number): Promise<object>
  update(tx: Transaction, write: WriteContext, id: number, fields: State): Promise<void>
  /** Restores a deleted record under its id. */
  create?(tx: Transaction, write: WriteContext, id: number, state: State): Promise<void>
  remove?(tx: Transaction, write: WriteContext, id: number): Promise<void>
  /** Handles many records in a few statements, for nouns with bulk changes. */
  many?: {
    /** Returns records by id; deleted ones are missing. */
    read(tx: Transaction, shopId: number, ids: readonly number[]): Promise<Map<number, object>>
    update(tx: Transaction, write: WriteContext, changes: readonly UndoChange[]): Promise<void>
    /** Absent: they are removed one by one. */
    remove?(tx: Transaction, write: WriteContext, removals: readonly UndoRemoval[]): Promise<void>
  }
}

/** Former values for a record that was read under its lock. */
export interface UndoChange {
  id: number
  /** As `read` has answered it. */
  now: object
  fields: State
  /** The entry that this undoes. */
  undoes: number
}

/** A record that was read under its lock and is to be removed. */
export type UndoRemoval = Omit<UndoChange, 'fields'>

interface Writes<Input> {
  lock(tx: Transaction, shopId: number, id: number): Promise<object>
  create(tx: Transaction, write: WriteContext, input: Input, formerId?: number): Promise<number>
  update(tx: Transaction, write: WriteContext, id: number, changes: Partial<Input>): Promise<void>
  remove(tx: Transaction, write: WriteContext, id: number): Promise<void>
  /** Fields with dates, which the audit log stores as text. */
  moments?: readonly (keyof Input & string)[]
}

/** Undo with the write functions of staff: the audit log stores their input. */
export function undoWith<Input>(writes: Writes<Input>): UndoOperations {
  const { lock, create, update, remove, moments = [] } = writes
  const withDates = (state: State): State => {
    const texts = moments.filter((field) => typeof state[field] === 'string')
    return { ...state, ...Object.fromEntries(texts.map((field) => [field, new Date(String(state[field]))])) }
  }
  return {
    read: lock,
    create: async (tx, write, id, state) => void (await create(tx, write, withDates(state) as Input, id)),
    update: (tx, write, id, fields) => update(tx, write, id, withDates(fields) as Partial<Input>),
    remove: (tx, write, id) => remove(tx, write, id),
  }
}
