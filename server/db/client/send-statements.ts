import pg from 'pg'
import { statementName } from './prepared.ts'

/** Sends a statement, and before it `begin` if it begins a transaction. */
export type Send = (text: string, values?: unknown[], begins?: boolean) => Promise<pg.QueryResult>

/**
 * Sends statements through the driver, which prepares those with a name, unless `named` is false. Kysely cannot pass a name,
 * so it is looked up.
 */
export function sendStatements(client: pg.PoolClient, named: boolean): Send {
  const send = client.query.bind(client) as (query: object) => Promise<pg.QueryResult>
  return (text, values, begins) =>
    begins
      ? sendWithBegin(send, text, values)
      : send({ name: named ? statementName(text) : undefined, text, values })
}

/**
 * Sends `begin` and a statement as one message. They share its end, so PostgreSQL skips the statement if `begin` fails, and
 * never runs it outside the transaction. The statement has no name, because the driver would take the parsing of `begin`
 * for that of the statement.
 */
function sendWithBegin(
  send: (query: pg.Query) => unknown,
  text: string,
  values: unknown[] = [],
): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    // The types do not have this field.
    const config = { text, values, queryMode: 'extended' }
    const query = new pg.Query(config, (error, results) => {
      if (error) reject(error)
      else resolve((results as unknown as [pg.QueryResult, pg.QueryResult])[1])
    })
    const submit = query.submit.bind(query)
    query.submit = (connection) => {
      connection.parse({ name: '', text: 'begin', types: [] }, true)
      connection.bind({}, true)
      connection.execute({}, true)
      submit(connection)
    }
    send(query)
  })
}
