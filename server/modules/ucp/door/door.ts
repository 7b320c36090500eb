import type { FastifyInstance } from 'fastify'
import { compressPrivateAnswer } from '#server/http/cache/private-answers.ts'
import { dataHeaders } from '#server/http/pages/security-headers.ts'
import { createProfileCache } from '#server/modules/agents/index.ts'
import { capabilitiesOf } from '../capabilities.ts'
import { handlerDocuments } from '../discovery/handler-documents.ts'
import { mountMcp } from '../mcp/mcp.ts'
import { answerFailure, mountRest, refuseOtherPaths } from './rest.ts'
import type { DoorDeps } from './answer-call.ts'

const MAX_BODY_BYTES = 64 * 1024
/** A sent Request-Id comes back as it was. Others do not: they would go into headers and the log. */
const requestId = /^[\w.:-]{1,100}$/

/** Addresses have the ids of sessions and carts, which are secrets. */
const answerHeaders = {
  ...dataHeaders,
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
}

/** The doors for platforms: REST below the prefix of `app`, and MCP at `/mcp`. */
export async function ucpDoors(
  app: FastifyInstance,
  given: Omit<DoorDeps, 'capabilities' | 'profiles'>,
): Promise<void> {
  const profiles = createProfileCache(given.services.mayReach)
  const deps: DoorDeps = { ...given, profiles, capabilities: capabilitiesOf(given.operations) }
  app.removeAllContentTypeParsers()
  // A signature covers the bytes, so nothing may parse them before.
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES }, (_, body, done) =>
    done(null, body),
  )
  app.setErrorHandler(answerFailure)
  app.addHook('onRequest', (request, reply, done) => {
    const { 'request-id': id } = request.headers
    void reply.headers(answerHeaders)
    if (typeof id === 'string' && requestId.test(id)) {
      void reply.header('request-id', id)
      request.log = request.log.child({ requestId: id })
    }
    done()
  })
  app.addHook('onSend', compressPrivateAnswer)
  handlerDocuments(app, deps)
  mountRest(app, deps)
  mountMcp(app, deps)
  refuseOtherPaths(app, deps)
}
