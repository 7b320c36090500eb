import { connect } from 'node:net'
import type { Endpoint } from '#contract/endpoint.ts'
import { randomNumbers } from '../data/catalog.ts'
import {
  bodies,
  boundary,
  fieldPart,
  filePart,
  forms,
  heads,
  multipart,
  plain,
  type WholeRequest,
} from './transport-oddities.ts'

/** The bytes of a connection that an attacker or a bad line sends. */
interface BrokenRequest {
  what: string
  bytes: Buffer
}

interface Server {
  port: number
  /** The Cookie header of staff, so that bodies are read. */
  cookie: string
  endpoints: readonly Endpoint[]
}

/**
 * Sends that many broken requests, each on a connection of its own that the client then half-closes. Throws at the first
 * answer that is no HTTP or a 5xx, and at a connection that the server does not end in time.
 */
export async function sendBrokenRequests(server: Server, count: number, seed = 1): Promise<void> {
  let sent = 0
  for (const { what, bytes } of brokenRequests(server, seed)) {
    if (sent++ === count) return
    const answer = await exchange(server.port, bytes).catch((error: unknown) => {
      throw new Error(`${what}: ${String(error)}`)
    })
    const statuses = [...answer.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status))
    const isHttp = answer === '' || answer.startsWith('HTTP/1.1 ')
    if (!isHttp || statuses.some((status) => status >= 500))
      throw new Error(`${what} was answered with ${answer.slice(0, 500)}`)
  }
}

const LONGEST_CONNECTION_MS = 15_000

/** Everything that the server sends until it ends the connection. */
function exchange(port: number, bytes: Buffer): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  const received: Buffer[] = []
  const timer = setTimeout(() => {
    socket.destroy()
    reject(new Error('the connection stays open'))
  }, LONGEST_CONNECTION_MS)
  socket.on('data', (chunk: Buffer) => received.push(chunk))
  // A server that refuses a request may reset the connection before it has read everything.
  socket.on('error', () => {})
  socket.on('end', () => socket.destroy())
  socket.on('close', () => {
    clearTimeout(timer)
    resolve(Buffer.concat(received).toString('latin1'))
  })
  socket.end(bytes)
  return promise
}

/** First every oddity at every kind of endpoint, then endless mutations of whole requests. */
function* brokenRequests(server: Server, seed: number): Generator<BrokenRequest> {
  const random = randomNumbers(seed)
  const whole = wholeRequests(server)
  const uploads = whole.filter(({ body }) => body.startsWith(`--${boundary}`))
  for (const [oddities, targets] of [
    [forms(), uploads],
    [bodies(), whole],
    [heads(), whole],
  ] as const) {
    for (const [index, { what, change }] of [...oddities].entries()) {
      const request = targets[index % targets.length]!
      yield { what: `${what} at ${request.line}`, bytes: change(request) }
    }
  }
  for (;;) {
    const request = whole[Math.floor(random() * whole.length)]!
    const { what, bytes } = mutate(plain(request), random)
    yield { what: `${what} at ${request.line}`, bytes }
  }
}

function wholeRequests({ cookie, endpoints }: Server): WholeRequest[] {
  const headers = { Host: 'localhost', Cookie: cookie }
  const json = { ...headers, 'Content-Type': 'application/json' }
  const post = (path: string, body: object) => ({
    line: `POST /api/${path} HTTP/1.1`,
    headers: json,
    body: JSON.stringify(body),
  })
  const uploads = endpoints.flatMap(({ method, path, files }) =>
    Object.keys(files ?? {}).map((field) => ({
      line: `${method} /api/${path.replace(/:\w+/g, '1')} HTTP/1.1`,
      headers: { ...headers, 'Content-Type': `multipart/form-data; boundary=${boundary}` },
      body: multipart(fieldPart, filePart(field)),
    })),
  )
  return [
    ...uploads,
    post('auth/login', { email: 'asha@example.com', password: 'a guess' }),
    post('product/getproduct', { q: 'mug' }),
    post('cart/addToCart', { productid: 1 }),
    post('payments/stripe/webhook', { id: 'evt_1' }),
    { line: 'GET /api/shop?x=1 HTTP/1.1', headers, body: '' },
    { line: 'GET /uploads/00000000000000000000.webp HTTP/1.1', headers, body: '' },
    { line: 'GET /sitemap.xml HTTP/1.1', headers, body: '' },
  ]
}

/** Cuts, repeats, inserts or changes bytes at random places. */
function mutate(bytes: Buffer, random: () => number): BrokenRequest {
  const below = (max: number) => Math.floor(random() * max)
  const at = below(bytes.length)
  const end = at + below(bytes.length - at + 1)
  const noise = Buffer.from(Array.from({ length: 1 + below(20) }, () => below(256)))
  const [what, parts] = [
    ['cut', [bytes.subarray(0, at)]],
    ['a part missing', [bytes.subarray(0, at), bytes.subarray(end)]],
    ['a part twice', [bytes.subarray(0, end), bytes.subarray(at)]],
    ['noise', [bytes.subarray(0, at), noise, bytes.subarray(at)]],
    ['changed bytes', [bytes.subarray(0, at), noise, bytes.subarray(at + noise.length)]],
  ][below(5)] as [string, Buffer[]]
  return { what: `${what} at byte ${at}`, bytes: Buffer.concat(parts) }
}
