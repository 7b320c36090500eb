import type { Permission } from '#contract/endpoint.ts'
import type { Database, Transaction } from '#server/db/connect.ts'
import type { State, WriteContext } from './journal.writes.ts'

/** How values become words. */
export interface Say {
  /** Minor units. */
  money(minor: number): string
  /** ISO 8601, in the time zone of the shop. */
  moment(iso: string): string
  /** Of another record: "Tableware", or "#7" where nobody knows it any more. */
  nameOf(subject: string, id: number): string
}

/** A field of what the journal keeps. */
export interface Field {
  /** In words: "Price". */
  name: string
  /** A value in words, a line each. Absent: texts and numbers as they are. */
  words?(value: unknown, say: Say): string[]
  /** The records that a value names by their ids. */
  refers?: { subject: string; ids(value: unknown): number[] }
  /** Its words are file names of pictures. */
  pictures?: true
  /** Why it is not put back. */
  kept?: string
}

/**
 * A noun of the journal: who may see it, what its fields are called, and how its owner puts back what it was.
 * `app.ts` lists those of all modules.
 */
export interface Revertible {
  /** As in the journal: "content_page". */
  subject: string
  /** In words: "Page". */
  noun: string
  /** Who may change it, and so see its history and revert it. */
  permission: Permission
  fields: Record<string, Field>
  /** What the records are called now; those that are gone may be missing. */
  listNames(db: Database, configId: number, ids: readonly number[]): Promise<Map<number, string>>
  /** Absent where nothing can be put back. */
  back?: PutBack
  /** Why it is absent. */
  fixed?: string
}

export interface PutBack {
  /** As it is now, in the form of the journal, locked until the transaction ends. AppError 404 where it is gone. */
  read(tx: Transaction, configId: number, id: number): Promise<object>
  update(tx: Transaction, write: WriteContext, id: number, fields: State): Promise<void>
  /** Makes a deleted one again, under its id. */
  create?(tx: Transaction, write: WriteContext, id: number, state: State): Promise<void>
  remove?(tx: Transaction, write: WriteContext, id: number): Promise<void>
  /** The same for many records in a few statements, where they are often changed together. */
  many?: {
    /** By id; those that are gone are missing. */
    read(tx: Transaction, configId: number, ids: readonly number[]): Promise<Map<number, object>>
    update(tx: Transaction, write: WriteContext, changes: readonly PutBackChange[]): Promise<void>
  }
}

/** Fields to be put back into a record that was read under its lock, and the entry that is taken back by this. */
export interface PutBackChange {
  id: number
  /** As `read` has answered it. */
  now: object
  fields: State
  reverts: number
}
