import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { dataHeaders } from '#server/http/pages/security-headers.ts'
import { ProtocolError } from '../errors.ts'
import type { UcpOperation } from '../operation.ts'
import { readAgentHeader } from '../caller/agent-header.ts'
import { answerCall, limitNetwork, type DoorDeps } from './answer-call.ts'
import { failureOf, logFailure } from './failure.ts'
import { jsonBody, parseObject } from '../../../http/routing/json-body.ts'
import { signAnswer } from './sign-answer.ts'

const methods: HTTPMethods[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Mounts each operation below the prefix of `app`, and refuses everything else in the form of the protocol. */
export function mountRest(app: FastifyInstance, deps: DoorDeps): void {
  for (const operation of deps.operations) {
    const { method, path: url } = operation
    app.route({ method, url, handler: (request, reply) => handle(deps, operation, request, reply) })
  }
  for (const [path, sharing] of Map.groupBy(deps.operations, ({ path: url }) => url))
    refuseOtherMethods(
      app,
      path,
      sharing.map(({ method }) => method),
    )
}

async function handle(
  deps: DoorDeps,
  operation: UcpOperation,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { headers } = request
  await limitNetwork(deps, request)
  const answer = await answerCall(deps, request, {
    operation,
    profileUrl: () => readAgentHeader(headers['ucp-agent']),
    idempotencyKey: headers['idempotency-key']?.toString(),
    input: () => ({ ...readObject(request), ...(request.params as object) }),
  })
  await signAnswer(deps, operation, request, reply, answer)
  return reply.code(answer.status).send(answer.text)
}

function readObject(request: FastifyRequest): object {
  const body = jsonBody(request)
  return body ? parseObject(body) : {}
}

/** Marks a route that belongs to no operation. */
const refusal = { config: { refuses: true } as object }

export function refuseOtherMethods(app: FastifyInstance, url: string, allowed: readonly HTTPMethods[]): void {
  const allow = [...allowed, ...(allowed.includes('GET') ? ['HEAD'] : [])].join(', ')
  app.route({
    method: [...methods.filter((method) => !allowed.includes(method)), 'OPTIONS'],
    url,
    ...refusal,
    async handler(_, reply) {
      void reply.header('allow', allow)
      throw new ProtocolError(405, 'method_not_allowed', `This call takes ${allowed.join(', ')}.`)
    },
  })
}

/** Refuses all other addresses below the prefix of `app`. */
export function refuseOtherPaths(app: FastifyInstance, deps: DoorDeps): void {
  const handler = async (request: FastifyRequest) => {
    await limitNetwork(deps, request)
    throw new ProtocolError(404, 'not_found', 'There is no such call.')
  }
  for (const url of ['/', '/*']) app.route({ method: [...methods, 'OPTIONS'], url, ...refusal, handler })
}

/** Answers a call of REST that could not be handled: `{ code, content }`. */
export function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const failure = failureOf(error)
  const { status, code, message, retryAfter } = failure
  logFailure(request, error, failure)
  if (retryAfter !== undefined) void reply.header('retry-after', retryAfter)
  void reply
    .code(status)
    .headers({ ...dataHeaders, 'cache-control': 'no-store' })
    .send(JSON.stringify({ code, content: message }))
}
