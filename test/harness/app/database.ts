import { inject } from 'vitest'
import { connect, type Database } from '#server/db/connect.ts'
import { createDatabase, runOn } from './database-server.ts'

// A write that `later` could not send is lost, and no caller learns of it.
process.on('warning', (warning) => {
  if (/already committed|after the commit/.test(warning.message)) throw warning
})

export interface TestDatabase {
  db: Database
  url: string
  /** Closes the connections and drops the database. */
  drop(): Promise<void>
}

/** A migrated database for one test file: `const { db, drop } = await testDatabase(); afterAll(drop)`. */
export async function testDatabase(): Promise<TestDatabase> {
  return create(`template ${inject('template')} strategy file_copy`)
}

/** A database without tables. */
export async function emptyDatabase(): Promise<TestDatabase> {
  return create('')
}

async function create(how: string): Promise<TestDatabase> {
  const serverUrl = inject('serverUrl')
  const url = await createDatabase(serverUrl, inject('template'), how)
  const db = connect(url, { max: 4 })
  return {
    db,
    url,
    async drop() {
      await db.destroy()
      await runOn(serverUrl, `drop database if exists ${new URL(url).pathname.slice(1)} with (force)`)
    },
  }
}
