import pg from 'pg'

/** Of the connections that read and load tables, so that the same rows are the same bytes on every server. */
const SESSION = `
  set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0;
  set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set bytea_output = 'hex';
  set extra_float_digits = 1; set row_security = off; set synchronize_seqscans = off;
  set maintenance_work_mem = '128MB'`

/** Runs work on a connection of its own, which ends with it. */
export async function withSession<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'haat backup',
    connectionTimeoutMillis: 3000,
    keepAlive: true,
  })
  client.on('error', () => {}) // a lost connection also rejects its statement
  await client.connect()
  try {
    await client.query(SESSION)
    return await work(client)
  } finally {
    // An unfinished COPY would keep `end` waiting.
    await Promise.race([client.end(), new Promise((resolve) => setTimeout(resolve, 1000).unref())])
  }
}

/** A quoted name, as in `"order"`. */
export const quoted = (name: string) => pg.escapeIdentifier(name)
