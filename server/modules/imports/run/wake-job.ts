import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'

/** Starts the jobs of imports at the commit. */
export const wakeJob = (db: Database) => sql`select pg_notify('import', '')`.execute(db)
