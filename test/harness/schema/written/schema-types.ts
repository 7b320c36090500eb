import { registerHooks } from 'node:module'
import type { Database } from '#server/db/connect.ts'

// kysely-codegen loads TypeScript without declaring it, for custom types, which we have none of. We install TypeScript
// under the name of its compiler (docs/decisions/002-node-and-npm-start.md).
registerHooks({
  resolve: (specifier, context, next) => next(specifier === 'typescript' ? 'tsc' : specifier, context),
})
const { generate, PostgresDialect } = await import('kysely-codegen')

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
