import { generate, PostgresDialect } from 'kysely-codegen'
import type { Database } from '#server/db/connect.ts'

/** The text that `server/db/schema.ts` should have for this database. */
export function schemaTypes(db: Database): Promise<string> {
  return generate({
    db,
    dialect: new PostgresDialect(),
    excludePattern: 'public.migration',
    // As `connect` reads them.
    typeMapping: { int8: 'number' },
    outFile: null,
  })
}
