import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { fillPath } from '#client/fill-path.ts'
import type { Call, Endpoint, ErrorAnswer } from '#contract/endpoint.ts'

/** The result of a call. `answer` has passed the endpoint's schema when the call succeeded. */
export interface Outcome<A extends z.ZodType = z.ZodType> {
  status: number
  message: string
  code?: string
  issues?: { path: string; message: string }[]
  /** Additional data of an error, such as the new summary of a cart. */
  data?: unknown
  answer: z.output<A>
}

/** The browser of one person: cookies that the shop sets are sent with the next call. */
export interface Client {
  cookies: Map<string, string>
  /** Sends any input, including what the contract refuses. */
  send<I extends z.ZodType, A extends z.ZodType>(
    endpoint: Endpoint<I, A>,
    input?: object,
    headers?: Record<string, string>,
  ): Promise<Outcome<A>>
  /** Sends a multipart form as a browser does; each file is named `image.png`. */
  upload<I extends z.ZodType, A extends z.ZodType>(
    endpoint: Endpoint<I, A>,
    fields: Record<string, string>,
    files: Record<string, Buffer>,
    headers?: Record<string, string>,
  ): Promise<Outcome<A>>
}

/** A browser at the shop of `host`, on a network address. Two clients with the same cookies are two tabs of one browser. */
export function client(
  app: FastifyInstance,
  {
    host = 'localhost',
    address = '127.0.0.1',
    cookies = new Map<string, string>(),
  }: { host?: string | undefined; address?: string; cookies?: Map<string, string> } = {},
): Client {
  async function call<I extends z.ZodType, A extends z.ZodType>(
    endpoint: Endpoint<I, A>,
    input: object,
    body: (input: Record<string, unknown>) => Promise<Body> | Body,
    headers: Record<string, string> = {},
  ): Promise<Outcome<A>> {
    const { path, rest } = fillPath(endpoint.path, input)
    const isGet = endpoint.method === 'GET'
    const { payload, contentType } = isGet ? {} : await body(rest)
    const cookie = cookieHeader(cookies)
    const response = await app.inject({
      method: endpoint.method,
      url: `/api/${path}`,
      remoteAddress: address,
      headers: {
        host,
        ...(cookie && { cookie }),
        ...(contentType && { 'content-type': contentType }),
        ...headers,
      },
      ...(isGet ? { query: rest as Record<string, string> } : { payload }),
    })
    for (const { name, value, maxAge } of response.cookies) {
      if (maxAge === 0) cookies.delete(name)
      else cookies.set(name, value)
    }
    const succeeded = response.statusCode < 300
    const name = /filename="(.*)"/.exec(String(response.headers['content-disposition']))?.[1]
    const isFile = endpoint.media !== undefined && succeeded
    const answered = isFile
      ? { name, bytes: response.rawPayload, stream: Readable.from([response.rawPayload]) }
      : response.json()
    const answer = succeeded ? endpoint.answer.parse(answered) : undefined
    const { message, code, issues, data } = answered
    return { status: response.statusCode, message, code, issues, data, answer: answer as never }
  }
  return {
    cookies,
    send: (endpoint, input = {}, headers = {}) => call(endpoint, input, (payload) => ({ payload }), headers),
    upload: (endpoint, fields, files, headers = {}) =>
      call(endpoint, fields, (rest) => browserForm(rest, files), headers),
  }
}

/** An API error that `caller` throws. */
class RefusedError extends Error {
  override name = 'RefusedError'
  readonly status: number
  readonly answer: ErrorAnswer

  constructor(status: number, answer: ErrorAnswer) {
    super(`${status} ${answer.code}: ${answer.message}`)
    this.status = status
    this.answer = answer
  }
}

/** Calls the API as a new visitor of the shop at `host`. Throws a RefusedError for any answer but a success. */
export function caller(app: FastifyInstance, host = 'localhost'): Call {
  return async (endpoint, input) => {
    const { answer, ...refusal } = await client(app, { host }).send(endpoint, input as object)
    if (refusal.status >= 300) throw new RefusedError(refusal.status, refusal as unknown as ErrorAnswer)
    return { ...(answer as object), message: refusal.message } as never
  }
}

interface RawForm {
  cookies?: ReadonlyMap<string, string>
  fields?: Record<string, string | number>
  /** Per file: field name, bytes, file name and type; a PNG by default. */
  files?: readonly (readonly [field: string, bytes: Buffer, name?: string, type?: string])[]
}

/** Sends a multipart form byte for byte: unlike a browser it does not escape file names. */
export async function sendRawForm(
  app: FastifyInstance,
  method: 'POST' | 'PUT' | 'PATCH',
  path: string,
  { cookies = new Map<string, string>(), fields = {}, files = [] }: RawForm,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const boundary = 'haat-test-boundary'
  const part = (head: string, bytes: Buffer) =>
    Buffer.concat([
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
      bytes,
      Buffer.from('\r\n'),
    ])
  const parts = [
    ...Object.entries(fields).map(([name, value]) => part(`name="${name}"`, Buffer.from(String(value)))),
    ...files.map(([field, bytes, name = 'image.png', type = 'image/png']) =>
      part(`name="${field}"; filename="${name}"\r\nContent-Type: ${type}`, bytes),
    ),
  ]
  const response = await app.inject({
    method,
    url: `/api/${path}`,
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      cookie: cookieHeader(cookies),
    },
    payload: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
  })
  return { status: response.statusCode, body: response.json() }
}

interface Body {
  payload?: string | object | Buffer
  contentType?: string
}

async function browserForm(fields: Record<string, unknown>, files: Record<string, Buffer>): Promise<Body> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value))
  for (const [name, bytes] of Object.entries(files)) {
    form.set(name, new File([new Uint8Array(bytes)], 'image.png', { type: 'image/png' }))
  }
  const request = new Request('http://localhost', { method: 'POST', body: form })
  return {
    payload: Buffer.from(await request.arrayBuffer()),
    contentType: request.headers.get('content-type') ?? '',
  }
}

const cookieHeader = (cookies: ReadonlyMap<string, string>): string =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
