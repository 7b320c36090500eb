import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { fileAnswer, fileStreamAnswer, type Endpoint } from '#contract/endpoint.ts'
import { violation, withinBudget } from '#server/db/connect.ts'
import type { Route } from '../route.ts'
import { notSignedIn } from '../session/audience.ts'
import { identifiedCall, identify, type IdentifyDeps } from '../session/identify.ts'
import { MAX_SIGNED_BODY_BYTES, readCall } from './read-call.ts'
import { runHandler } from './run-route.ts'
import { isRead, withTimeout } from './time-limits.ts'

/** After a write, the wait for its notification. */
const MAX_SYNC_MS = 1000

/** Mounts a call that depends on its caller or changes something. It checks the caller before it reads the body. */
export function mountGuarded(app: FastifyInstance, route: Route, deps: IdentifyDeps): void {
  const { targets, catalogVersion } = deps
  const { method, path, audience, media, signed, ignoresBody } = route.endpoint
  const isReading = isRead(route.endpoint)
  app.route({
    method,
    url: `/${path}`,
    ...(signed && { bodyLimit: MAX_SIGNED_BODY_BYTES, config: { signed } }),
    ...(ignoresBody && { config: { ignoresBody } }),
    async onRequest(request, reply) {
      await identify(route, deps, request, reply)
    },
    async handler(request, reply) {
      const { context, budget } = identifiedCall(request)
      const { input, ...sent } = await readCall(route, request)
      const work = withinBudget(budget, () => runHandler(route, input, { ...context, ...sent }))
      const answering = work.catch(refuseDeletedCaller)
      // A write without an answer would leave the caller in doubt, so only its budget for the database ends it.
      // A file may wait in a queue until it is created.
      const answer = await (isReading && !media ? withTimeout(answering) : answering)
      // A visitor's own data is on no public page, so nothing cached depends on it.
      if (!isReading && audience !== 'visitor') {
        await catalogVersion.sync(Math.min(MAX_SYNC_MS, Math.max(0, budget.leftMs())))
        // The next request should not wait until the shops are read again.
        void targets.find(request.raw).catch(() => {})
      }
      const setCookies = context.cookies.changes()
      if (setCookies.length > 0) void reply.header('set-cookie', setCookies)
      return sendAnswer(reply, route.endpoint, answer)
    },
  })
}

/** If the caller's account was deleted during the call, foreign keys refuse the write: answers 401. */
function refuseDeletedCaller(error: unknown): never {
  if (violation(error)?.constraint.endsWith('_config_id_user_id_fkey')) throw notSignedIn()
  throw error
}

/** Sends an answer as JSON, or as the file of an endpoint that declares its media type. */
function sendAnswer(
  reply: FastifyReply,
  { created, media }: Pick<Endpoint, 'created' | 'media'>,
  answer: object,
): FastifyReply {
  if (created) void reply.code(201)
  return media ? sendFile(reply, media, answer) : reply.send(answer)
}

/** Sends a file that the browser displays, and that search engines ignore. */
function sendFile(reply: FastifyReply, media: string, answer: object): FastifyReply {
  const { name, ...content } = fileAnswer.or(fileStreamAnswer).parse(answer)
  return reply
    .headers({
      'content-type': ('stream' in content && content.media) || media,
      'content-disposition': `inline; filename="${name}"`,
      'x-robots-tag': 'noindex',
    })
    .send(
      'bytes' in content
        ? Buffer.from(content.bytes.buffer, content.bytes.byteOffset, content.bytes.byteLength)
        : Readable.from(content.stream, { objectMode: false }),
    )
}
