import type { Database, Transaction } from '#server/db/connect.ts'

/** What a module keeps about a person: `app.ts` lists one for each module that keeps something. */
export interface PersonalRecords {
  /** Under which it stands in the export: `comments`. */
  name: string
  /** All of it, as the person may read it. */
  list(db: Database, configId: number, userId: number): Promise<unknown>
  /** Before the account is deleted: takes the person out of what stays. What may go is deleted with the account. */
  forget?(tx: Transaction, configId: number, userId: number): Promise<void>
}
