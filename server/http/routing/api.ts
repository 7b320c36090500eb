import multipart from '@fastify/multipart'
import { errorCodes, type FastifyInstance } from 'fastify'
import { replayBody } from '../cache/fast-path.ts'
import { compressPrivateAnswer } from '../cache/private-answers.ts'
import { dataHeaders } from '../pages/security-headers.ts'
import type { Route } from '../route.ts'
import { mount, type MountDeps } from './mount.ts'
import { signedBodies } from './read-call.ts'

const urlEncoded = 'application/x-www-form-urlencoded'
const apiHeaders = { ...dataHeaders, 'cache-control': 'no-store' }

/** Everything below /api: takes and answers JSON, with one form of errors. */
export async function api(
  app: FastifyInstance,
  deps: MountDeps & { routes: readonly Route[] },
): Promise<void> {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  // HTTP libraries announce JSON even for calls without a body.
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if ('signed' in request.routeOptions.config) {
      signedBodies.set(request, body.toString())
      done(null, undefined)
    } else if (body.length === 0) done(null, undefined)
    else void parseJson(request, body.toString(), done)
  })
  // Only other servers send forms here: a mailbox that unsubscribes somebody (RFC 8058), and Mollie.
  app.addContentTypeParser(urlEncoded, { parseAs: 'string' }, (request, body, done) => {
    const { config } = request.routeOptions
    if ('signed' in config) signedBodies.set(request, body.toString())
    const isTaken = 'signed' in config || 'ignoresBody' in config
    done(isTaken ? null : new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(urlEncoded), undefined)
  })
  await app.register(multipart)
  app.addHook('preParsing', ({ raw }, _, payload, done) => done(null, replayBody(raw) ?? payload))
  app.addHook('onRequest', (_, reply, done) => {
    void reply.headers(apiHeaders)
    done()
  })
  app.addHook('onSend', compressPrivateAnswer)
  mount(app, deps.routes, deps)
}
