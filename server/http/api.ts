import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import { mount, signedBodies, type MountDeps } from './mount.ts'
import type { Route } from './route.ts'
import { dataHeaders } from './security-headers.ts'
import { streamOfBody } from './short-body.ts'

const apiHeaders = { ...dataHeaders, 'cache-control': 'no-store' }

/** Everything below /api: JSON in, JSON out, errors in one form. */
export async function api(
  app: FastifyInstance,
  deps: MountDeps & { routes: readonly Route[] },
): Promise<void> {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  // Browsers' libraries announce JSON even where a call takes nothing and no body follows.
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if ('signed' in request.routeOptions.config) {
      signedBodies.set(request, body.toString())
      done(null, undefined)
    } else if (body.length === 0) done(null, undefined)
    else void parseJson(request, body.toString(), done)
  })
  await app.register(multipart)
  app.addHook('preParsing', ({ raw }, _, payload, done) => done(null, streamOfBody(raw) ?? payload))
  app.addHook('onRequest', (_, reply, done) => {
    void reply.headers(apiHeaders)
    done()
  })
  mount(app, deps.routes, deps)
}
