import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Endpoint, Submit } from '#contract/endpoint.ts'

const urlEncoded = 'application/x-www-form-urlencoded'
const MAX_FORM_BYTES = 12 * 1024 * 1024

/** Headers that the API needs to treat the form like a call from the browser itself. */
const forwardedHeaders = [
  'cookie',
  'origin',
  'sec-fetch-site',
  'host',
  'user-agent',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
]

/** Lets this scope accept the bodies of HTML forms as bytes. */
export function acceptForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    [urlEncoded, 'multipart/form-data'],
    { parseAs: 'buffer', bodyLimit: MAX_FORM_BYTES },
    (_, body, done) => done(null, body),
  )
}

/** Passes a form that was posted to a page on to an endpoint of the API: forms work without JavaScript this way. */
export function submitterOf(app: FastifyInstance, request: FastifyRequest): Submit {
  const type = request.headers['content-type'] ?? urlEncoded
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  const forwarded = forwardedHeaders.flatMap((name) => {
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
      headers: { ...Object.fromEntries(forwarded), 'content-type': multipart ? type : 'application/json' },
      payload: multipart ? body : JSON.stringify(fields),
      ...(socket.remoteAddress && { remoteAddress: socket.remoteAddress }),
    })
    const cookies = [response.headers['set-cookie'] ?? []].flat()
    return { status: response.statusCode, answer: response.json(), fields, cookies }
  }
}

async function fieldsOf(body: Buffer, type: string): Promise<Record<string, string>> {
  const sent = new Response(new Uint8Array(body), { headers: { 'content-type': type } })
  // The deprecation warns of bodies without a size limit; this body has one and is in memory already.
  // oxlint-disable-next-line typescript/no-deprecated
  const form = await sent.formData().catch(() => new FormData())
  return Object.fromEntries(
    [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
}
