import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { mountMcpServer, type ToolResult } from '#server/http/mcp/mcp-server.ts'
import { invalidProfileUrl } from '#server/modules/agents/index.ts'
import { answerCall, limitNetwork, offeredTools, type DoorDeps } from '../door/answer-call.ts'
import { failureOf, logFailure } from '../door/failure.ts'
import { refuseOtherMethods } from '../door/rest.ts'
import { signAnswer } from '../door/sign-answer.ts'
import { ProtocolError } from '../errors.ts'
import type { UcpOperation } from '../operation.ts'
import { hasId, toolOf } from './mcp-tools.ts'

/** Mounts the operations as tools of MCP at `/mcp` below the prefix of `app`, for platforms with a profile. */
export function mountMcp(app: FastifyInstance, deps: DoorDeps): void {
  const tools = deps.operations.map((operation) => ({ operation, tool: toolOf(operation) }))
  mountMcpServer(app, '/mcp', {
    admit: (request) => limitNetwork(deps, request),
    nameOf: async ({ raw }) => (await deps.targets.find(raw)).shop.name,
    tools: (request) => offeredTools(deps, request, tools),
    call: (request, name, given) => callTool(deps, request, { operation: operationOf(deps, name), given }),
    async finish(request, reply, name, text) {
      const operation = operationOf(deps, name)
      if (operation) await signAnswer(deps, operation, request, reply, { status: 200, text })
    },
    failureOf,
    logFailure,
  })
  refuseOtherMethods(app, '/mcp', ['POST'])
}

const metaSchema = z.looseObject({
  'ucp-agent': z.looseObject({ profile: z.string() }),
  'idempotency-key': z.string().optional().catch(undefined),
})

/** The result is the body of REST. */
async function callTool(
  deps: DoorDeps,
  request: FastifyRequest,
  { operation, given }: { operation: UcpOperation | undefined; given: Record<string, unknown> },
): Promise<ToolResult | undefined> {
  if (!operation) return undefined
  const { data: meta } = metaSchema.safeParse(given['meta'])
  return answerCall(deps, request, {
    operation,
    profileUrl: () => {
      if (meta) return meta['ucp-agent'].profile
      throw invalidProfileUrl('arguments.meta needs ucp-agent.profile, the address of the profile.')
    },
    idempotencyKey: meta?.['idempotency-key'],
    input: () => readInput(operation, given),
  })
}

const operationOf = ({ operations }: DoorDeps, name: string) => operations.find(({ tool }) => tool === name)

/** The same input as by REST: the body, with the id that the path has there. ProtocolError 400. */
function readInput(operation: UcpOperation, given: Record<string, unknown>): object {
  const { argument } = operation
  const body = argument === undefined ? {} : given[argument]
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new ProtocolError(400, 'invalid_input', `The call needs the argument ${argument}.`)
  return { ...body, ...(hasId(operation) && { id: given['id'] }) }
}
