import { generate, PostgresDialect } from 'kysely-codegen'
import type { Database } from '#server/db/connect.ts'

/** The expected text of `server/db/schema.ts` for this database. */
export function schemaTypes(db: Database): Promise<string> {
  return generate({
    db,
    dialect: new PostgresDialect(),
    excludePattern: 'public.migration',
    // The types that `connect` parses.
    typeMapping: { int8: 'number', date: 'string' },
    outFile: null,
  })
}
