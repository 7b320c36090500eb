import pg from 'pg'

/** The constraint that an error of the database names, with the value that broke it where it was a unique key. */
export function violation(error: unknown): { constraint: string; value: string | undefined } | undefined {
  if (!(error instanceof pg.DatabaseError) || !error.constraint) return undefined
  // "Key (config_id, sku)=(1, OS101) already exists.": the words are translated, the brackets are not.
  return { constraint: error.constraint, value: /=\(\d+, (.*)\)/.exec(error.detail ?? '')?.[1] }
}
