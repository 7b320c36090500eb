import { once } from 'node:events'
import { Readable, type Duplex } from 'node:stream'
import type pg from 'pg'

/** The part of the driver's connection that COPY needs; its type declarations leave it out. */
interface CopyConnection {
  stream: Duplex
  query(statement: string): void
  sendCopyFromChunk(chunk: Uint8Array): void
  endCopyFrom(): void
  sendCopyFail(reason: string): void
}

interface Complete {
  /** As in "COPY 42". */
  text: string
}

const BUFFER_BYTES = 128 * 1024

const rowsOf = ({ text }: Complete) => Number(text.split(' ')[1])

/**
 * Streams what `copy … to stdout` returns, in buffers of about 128 kB. A slow reader stops the server. The client must not
 * pipeline, and after a stream that was not read to its end it must be closed.
 */
export function copyOut(client: pg.ClientBase, statement: string): Readable & { rows(): number } {
  let socket: Duplex | undefined
  let rows = 0
  let [buffer, used] = [Buffer.allocUnsafe(BUFFER_BYTES), 0]
  const out = new Readable({ highWaterMark: 4 * BUFFER_BYTES, read: () => void socket?.resume() })
  const flush = () => {
    if (used > 0 && !out.push(buffer.subarray(0, used))) socket?.pause()
    ;[buffer, used] = [Buffer.allocUnsafe(BUFFER_BYTES), 0]
  }
  client.query({
    submit(connection: unknown) {
      const { stream } = connection as CopyConnection
      socket = stream
      ;(connection as CopyConnection).query(statement)
    },
    // The driver reuses the memory of a chunk, one for each row, so it is copied at once.
    handleCopyData({ chunk }: { chunk: Buffer }) {
      if (used + chunk.length > BUFFER_BYTES) flush()
      if (chunk.length > BUFFER_BYTES) {
        if (!out.push(Buffer.from(chunk))) socket?.pause()
        return
      }
      chunk.copy(buffer, used)
      used += chunk.length
    },
    handleCommandComplete: (complete: Complete) => (rows = rowsOf(complete)),
    handleReadyForQuery() {
      flush()
      out.push(null)
      socket?.resume()
    },
    handleError: (error: Error) => out.destroy(error),
  })
  return Object.assign(out, { rows: () => rows })
}

/**
 * Sends bytes to `copy … from stdin` and returns the number of rows. An error of the source cancels the statement and
 * rejects. The client must not pipeline.
 */
export async function copyIn(
  client: pg.ClientBase,
  statement: string,
  source: AsyncIterable<Uint8Array>,
): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const ended = new AbortController()
  let rows = 0
  let failure: unknown
  const send = async (connection: CopyConnection) => {
    try {
      for await (const chunk of source) {
        if (ended.signal.aborted) return
        connection.sendCopyFromChunk(chunk)
        if (connection.stream.writableNeedDrain)
          await once(connection.stream, 'drain', { signal: ended.signal })
      }
      connection.endCopyFrom()
    } catch (error) {
      if (ended.signal.aborted) return
      failure = error
      connection.sendCopyFail('The source failed')
    }
  }
  client.query({
    submit: (connection: unknown) => (connection as CopyConnection).query(statement),
    handleCopyInResponse: (connection: CopyConnection) => void send(connection),
    handleCommandComplete: (complete: Complete) => (rows = rowsOf(complete)),
    handleReadyForQuery: () => resolve(rows),
    handleError(error: Error) {
      ended.abort()
      reject((failure as Error | undefined) ?? error)
    },
  })
  return promise
}
