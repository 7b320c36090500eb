import { connect } from 'node:net'

const endOfHead = Buffer.from('\r\n\r\n')

/**
 * Splits a connection's bytes into HTTP/1.1 answers by content-length and reports the status of each. It parses only
 * what it needs, so that the client costs less than the server.
 */
export function followAnswers(onAnswer: (status: number) => void): (chunk: Buffer) => void {
  let head: Buffer | undefined
  let status = 0
  let left = 0
  return (chunk) => {
    let rest = chunk
    if (left === 0) {
      head = head ? Buffer.concat([head, chunk]) : chunk
      const end = head.indexOf(endOfHead)
      if (end < 0) return
      const text = head.toString('latin1', 0, end)
      rest = head.subarray(end + endOfHead.length)
      head = undefined
      status = Number(text.slice(9, 12))
      const length = /\r\ncontent-length: *(\d+)/i.exec(text)?.[1]
      if (length === undefined && status !== 304) throw new Error(`No content-length in:\n${text}`)
      left = status === 304 ? 0 : Number(length)
    }
    left -= rest.length
    if (left < 0) throw new Error(`An answer is ${-left} bytes longer than its content-length`)
    if (left === 0) onAnswer(status)
  }
}

/** A keep-alive connection with one request at a time. */
export interface Connection {
  send: (request: Buffer) => void
  close: () => void
}

/**
 * Opens a connection. Calls `onAnswer` with the status of each complete answer, and `onError` when the connection
 * fails. Rejects if the port is closed.
 */
export function openConnection(
  port: number,
  onAnswer: (status: number, connection: Connection) => void,
  onError: (error: Error) => void,
): Promise<Connection> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let closed = false
    const connection = {
      send: (request: Buffer) => void socket.write(request),
      close: () => {
        closed = true
        socket.destroy()
      },
    }
    const follow = followAnswers((status) => onAnswer(status, connection))
    socket.setNoDelay(true)
    socket.on('data', (chunk) => {
      try {
        follow(chunk)
      } catch (error) {
        socket.destroy(error as Error)
      }
    })
    socket.once('error', reject)
    socket.once('connect', () => {
      socket.off('error', reject)
      socket.on('error', onError)
      socket.on('close', () => closed || onError(new Error('The server closed a keep-alive connection')))
      resolve(connection)
    })
  })
}
