import { connect } from 'node:net'
import type pg from 'pg'

const CANCEL_TIMEOUT_MS = 1000
/** The code of a CancelRequest: https://www.postgresql.org/docs/current/protocol-message-formats.html */
const CANCEL_REQUEST = 80_877_102

/** Closes the connection at once. `end` would wait for the server, which may never answer. */
export function hangUp(client: pg.Client): void {
  client.connection.stream.destroy()
}

/** Asks the server, on a connection of its own, to stop what this client has sent. It may come too late. */
export function cancelStatement(client: pg.Client): void {
  // The types do not have these two fields.
  const { host, port, processID, secretKey } = client as pg.Client & {
    processID: number | null
    secretKey: number | null
  }
  if (processID === null || secretKey === null) return
  const message = Buffer.alloc(16)
  for (const [index, value] of [16, CANCEL_REQUEST, processID, secretKey].entries())
    message.writeInt32BE(value, index * 4)
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
  socket.on('error', () => {})
  socket.setTimeout(CANCEL_TIMEOUT_MS, () => socket.destroy())
  socket.end(message)
}
