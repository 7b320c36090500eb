import pg from 'pg'

/** The violated constraint that a database error names, with the duplicate value of a unique key. */
export function violation(error: unknown): { constraint: string; value: string | undefined } | undefined {
  if (!(error instanceof pg.DatabaseError) || !error.constraint) return undefined
  // "Key (config_id, sku)=(1, OS101) already exists." PostgreSQL translates the words, but not the brackets.
  return { constraint: error.constraint, value: /=\(\d+, (.*)\)/.exec(error.detail ?? '')?.[1] }
}
