import type { Kysely, QueryResult, RawBuilder } from 'kysely'
import type { DB } from '../schema.ts'

/** Statement text → name, and the reverse. */
const names = new Map<string, string>()
const texts = new Map<string, string>()

/**
 * A statement that PostgreSQL parses and plans once per connection under this name, for the few that run in nearly every
 * request: planning them takes longer than running them. Its text must always be the same; only parameters may change.
 */
export function prepared<T>(
  name: string,
  statement: RawBuilder<T>,
): { execute(db: Kysely<DB>): Promise<QueryResult<T>> } {
  return {
    async execute(db) {
      const query = statement.compile(db)
      const text = texts.get(name)
      if (text === undefined) {
        texts.set(name, query.sql)
        names.set(query.sql, name)
      } else if (text !== query.sql) {
        throw new Error(`The prepared statement ${name} has more than one text`)
      }
      return db.executeQuery(query)
    },
  }
}

/** The name under which the client prepares a statement; undefined for one that is planned each time it runs. */
export function statementName(text: string): string | undefined {
  return names.get(text)
}
