import { request as httpRequest } from 'node:http'

/** A request as a browser sends it: it accepts compressed answers. */
export interface BenchRequest {
  method: 'GET' | 'POST'
  path: string
  headers?: Record<string, string>
  json?: unknown
}

/** An answer with its body as received, still compressed. */
export interface Answer {
  status: number
  headers: Record<string, string>
  body: Buffer
}

const headersOf = ({ headers, json }: BenchRequest) => ({
  'accept-encoding': 'br',
  ...(json === undefined ? {} : { 'content-type': 'application/json' }),
  ...headers,
})

const bodyOf = ({ json }: BenchRequest) => (json === undefined ? '' : JSON.stringify(json))

/** What a client needs in order to send it. */
export const partsOf = (request: BenchRequest) => {
  const { method, path } = request
  const body = bodyOf(request)
  const length = body ? { 'content-length': String(Buffer.byteLength(body)) } : {}
  return { method, path, headers: { ...headersOf(request), ...length } as Record<string, string>, body }
}

/** The bytes of the request on a keep-alive connection. */
export function wire(request: BenchRequest, port: number): Buffer {
  const body = bodyOf(request)
  const lines = [
    `${request.method} ${request.path} HTTP/1.1`,
    `host: 127.0.0.1:${port}`,
    ...Object.entries(headersOf(request)).map(([name, value]) => `${name}: ${value}`),
    ...(body ? [`content-length: ${Buffer.byteLength(body)}`] : []),
  ]
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`)
}

/** Sends one request and returns the whole answer. */
export function ask(port: number, request: BenchRequest): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { method, path } = request
    const sent = httpRequest(
      { host: '127.0.0.1', port, method, path, headers: headersOf(request) },
      (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('error', reject)
        answer.on('end', () => {
          const headers = Object.fromEntries(
            Object.entries(answer.headers).map(([name, value]) => [name, String(value)]),
          )
          resolve({ status: answer.statusCode ?? 0, headers, body: Buffer.concat(chunks) })
        })
      },
    )
    sent.on('error', reject)
    sent.end(bodyOf(request))
  })
}

/** Sends one request. Any other status than the required one is an error. */
export async function askFor(status: number, port: number, request: BenchRequest): Promise<Answer> {
  const answer = await ask(port, request)
  if (answer.status === status) return answer
  throw new Error(`${request.method} ${request.path} answered ${answer.status} where ${status} was due`)
}

/** Sends one request, without compression, and returns the JSON of the answer. */
export async function askJson<T>(port: number, request: BenchRequest): Promise<T> {
  const plain = { ...request, headers: { ...request.headers, 'accept-encoding': 'identity' } }
  return JSON.parse((await askFor(200, port, plain)).body.toString()) as T
}
