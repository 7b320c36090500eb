import { once } from 'node:events'
import { connect, type IncomingHttpHeaders } from 'node:http2'
import { connect as connectTcp } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { buffer } from 'node:stream/consumers'
import { certificate } from '../services/https-server.ts'

/** An answer over HTTP/2. */
export interface SecureAnswer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
  /** The `link` headers of the 103 Early Hints that came first. */
  hints: string[]
}

interface SecureCall {
  method?: string
  headers?: Record<string, string>
  body?: Buffer | string
  /** The address of this machine from which the call comes. */
  from?: string
}

const CALL_TIMEOUT_MS = 15_000

/** Calls `https://localhost:port` over HTTP/2 and TLS, on a connection of its own, as a browser does. */
export async function secureCall(port: number, path: string, call: SecureCall = {}): Promise<SecureAnswer> {
  const { method = 'GET', headers = {}, body, from = '127.0.0.1' } = call
  const origin = `https://localhost:${port}`
  const session = connect(origin, {
    createConnection: () =>
      connectTls({
        socket: connectTcp({ host: '127.0.0.1', port, localAddress: from }),
        servername: 'localhost',
        ca: certificate,
        ALPNProtocols: ['h2'],
      }),
  })
  session.on('error', () => {}) // the stream fails too
  try {
    const stream = session.request({ ':method': method, ':path': path, ...headers })
    // It also fails the wait below.
    stream.on('error', () => {})
    const hints: string[] = []
    stream.on('headers', (early) => {
      if (early[':status'] === 103) hints.push(...[early['link'] ?? []].flat())
    })
    const answered = once(stream, 'response', { signal: AbortSignal.timeout(CALL_TIMEOUT_MS) })
    stream.end(body)
    const [answer] = (await answered) as [IncomingHttpHeaders]
    return { status: Number(answer[':status']), headers: answer, body: await buffer(stream), hints }
  } finally {
    session.destroy()
  }
}
