import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Endpoint, Submit } from '#contract/endpoint.ts'

const urlEncoded = 'application/x-www-form-urlencoded'

/** What the sender's own call would carry, so that the API judges the form as if it had come to it directly. */
const passedOn = [
  'cookie',
  'origin',
  'sec-fetch-site',
  'host',
  'user-agent',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
]

/** Lets this scope take the bodies of plain HTML forms, unread. */
export function acceptForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    [urlEncoded, 'multipart/form-data'],
    { parseAs: 'buffer', bodyLimit: 12 * 1024 * 1024 },
    (_, body, done) => done(null, body),
  )
}

/** Hands the form that a page was sent to an endpoint of the API: how forms work without JavaScript. */
export function submitterOf(app: FastifyInstance, request: FastifyRequest): Submit {
  const type = request.headers['content-type'] ?? urlEncoded
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  const known = passedOn.flatMap((name) => {
    const value = request.headers[name]
    return value === undefined ? [] : [[name, value] as const]
  })

  return async ({ method, path }: Endpoint) => {
    const fields = await fieldsOf(body, type)
    const multipart = type.startsWith('multipart/')
    const { socket } = request.raw
    const response = await app.inject({
      method,
      url: `/api/${path}`,
      headers: { ...Object.fromEntries(known), 'content-type': multipart ? type : 'application/json' },
      payload: multipart ? body : JSON.stringify(fields),
      ...(socket.remoteAddress && { remoteAddress: socket.remoteAddress }),
    })
    const cookies = [response.headers['set-cookie'] ?? []].flat()
    return { status: response.statusCode, answer: response.json(), fields, cookies }
  }
}

async function fieldsOf(body: Buffer, type: string): Promise<Record<string, string>> {
  // Into memory, as it is already: the warning is about bodies without a limit.
  const sent = new Response(new Uint8Array(body), { headers: { 'content-type': type } })
  // oxlint-disable-next-line typescript/no-deprecated
  const form = await sent.formData().catch(() => new FormData())
  return Object.fromEntries(
    [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
}
