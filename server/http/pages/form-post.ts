import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { PostedForm } from '#contract/endpoint.ts'
import { forwardedHeaders, requestFor } from './visitor-calls.ts'

const urlEncoded = 'application/x-www-form-urlencoded'
const MAX_FORM_BYTES = 12 * 1024 * 1024

/** Lets this scope accept the bodies of HTML forms as bytes. */
export function acceptForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    [urlEncoded, 'multipart/form-data'],
    { parseAs: 'buffer', bodyLimit: MAX_FORM_BYTES },
    (_, body, done) => done(null, body),
  )
}

/** Reads a form that was posted to a page, so that an action can pass it on to an endpoint of the API. */
export async function postedForm(app: FastifyInstance, request: FastifyRequest): Promise<PostedForm> {
  const type = request.headers['content-type'] ?? urlEncoded
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  const fields = await fieldsOf(body, type)
  const { socket } = request.raw

  return {
    fields,
    async submit(endpoint, input) {
      const multipart = input === undefined && type.startsWith('multipart/')
      const { key, ...typed } = fields
      const response = await app.inject({
        ...(multipart
          ? { method: endpoint.method, url: `/api/${endpoint.path}`, payload: body }
          : requestFor(endpoint, input ?? typed)),
        headers: {
          // The API proves again that the form is the shop's own.
          ...forwardedHeaders(request, ['origin', 'sec-fetch-site']),
          ...(key && { 'idempotency-key': key }),
          'content-type': multipart ? type : 'application/json',
        },
        ...(socket.remoteAddress && { remoteAddress: socket.remoteAddress }),
      })
      const cookies = [response.headers['set-cookie'] ?? []].flat()
      return { status: response.statusCode, answer: response.json(), cookies }
    },
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
