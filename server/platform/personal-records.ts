import type { Database, Transaction } from '#server/db/connect.ts'

/** The personal data that one module stores; `app.ts` lists one for each such module. */
export interface PersonalRecords {
  /** The key in the export file, such as `comments`. */
  name: string
  /** All of the person's records, in readable form. */
  list(db: Database, shopId: number, userId: number): Promise<unknown>
  /** Runs before the account is deleted: anonymizes rows that stay. Other rows are deleted with the account. */
  forget?(tx: Transaction, shopId: number, userId: number): Promise<void>
}
