import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError } from '../errors.ts'
import { jsonBody, parseObject } from '../routing/json-body.ts'
import { rpcFailure, rpcMessage, rpcResult, type RpcFailure, type RpcId } from './rpc.ts'

// The Model Context Protocol by streamable HTTP: each message is a POST and its answer is JSON. There are no sessions and no
// streams. https://modelcontextprotocol.io/specification

/** The newest first. */
const MCP_VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']

/** A tool as clients see it. */
export interface McpTool {
  name: string
  description: string
  inputSchema: object
  outputSchema?: object
  annotations?: { readOnlyHint?: boolean; destructiveHint?: boolean }
}

/** The result of a tool: JSON. */
export interface ToolResult {
  text: string
  /** The tool ran and could not do it. The text says why, so that a model can try something else. */
  isError?: boolean
}

/** What a server of MCP offers. Errors that it throws become failures of JSON-RPC by `failureOf`. */
export interface McpServer {
  /** Runs before anything is read, such as a limit. */
  admit(request: FastifyRequest): Promise<void>
  nameOf(request: FastifyRequest): Promise<string>
  /** How a model should use the tools. */
  instructions?: string
  tools(request: FastifyRequest): Promise<readonly McpTool[]>
  /** Undefined if there is no such tool for this caller. */
  call(request: FastifyRequest, name: string, given: Record<string, unknown>): Promise<ToolResult | undefined>
  /** Runs with the whole answer to a call of a tool, before it is sent. */
  finish?(request: FastifyRequest, reply: FastifyReply, name: string, answer: string): Promise<void>
  failureOf(error: unknown): RpcFailure
  logFailure(request: FastifyRequest, error: unknown, failure: RpcFailure): void
}

/** Mounts a server of MCP at `url`. Other methods than POST are the caller's to refuse. */
export function mountMcpServer(app: FastifyInstance, url: string, server: McpServer): void {
  app.post(url, async (request, reply) => {
    const known: { id: RpcId } = { id: null }
    try {
      return await handle(server, request, reply, known)
    } catch (error) {
      const failure = server.failureOf(error)
      server.logFailure(request, error, failure)
      if (failure.retryAfter !== undefined) void reply.header('retry-after', failure.retryAfter)
      return reply.code(failure.status).send(JSON.stringify(rpcFailure(known.id, failure)))
    }
  })
}

/** `known` gets the id of the message as soon as it is known, for the answer to a failure. */
async function handle(
  server: McpServer,
  request: FastifyRequest,
  reply: FastifyReply,
  known: { id: RpcId },
): Promise<FastifyReply> {
  await server.admit(request)
  requireKnownVersion(request)
  const { id, method, params = {} } = readMessage(request, known)
  if (id === undefined) return reply.code(202).send()
  const text = JSON.stringify(rpcResult(id, await answerMethod(server, request, { method, params })))
  if (method === 'tools/call') await server.finish?.(request, reply, String(params['name']), text)
  return reply.send(text)
}

function requireKnownVersion({ headers }: FastifyRequest): void {
  const version = headers['mcp-protocol-version']
  if (version !== undefined && !MCP_VERSIONS.includes(version.toString()))
    throw new AppError(400, 'invalid_request', `The shop speaks MCP ${MCP_VERSIONS.join(', ')}.`)
}

function readMessage(request: FastifyRequest, known: { id: RpcId }): z.output<typeof rpcMessage> {
  const json = parseObject(jsonBody(request) ?? Buffer.alloc(0))
  const id = 'id' in json ? json.id : null
  if (typeof id === 'string' || typeof id === 'number') known.id = id
  const { data } = rpcMessage.safeParse(json)
  if (!data) throw new AppError(400, 'invalid_request', 'The body is not a message of JSON-RPC 2.0.')
  return data
}

async function answerMethod(
  server: McpServer,
  request: FastifyRequest,
  { method, params }: { method: string; params: Record<string, unknown> },
): Promise<object> {
  switch (method) {
    case 'initialize':
      return greeting(server, request, params['protocolVersion'])
    case 'ping':
      return {}
    case 'tools/list':
      return { tools: await server.tools(request) }
    case 'tools/call':
      return callTool(server, request, params)
    default:
      throw new AppError(400, 'method_not_found', 'There is no such method.')
  }
}

async function greeting(server: McpServer, request: FastifyRequest, wanted: unknown): Promise<object> {
  const { instructions } = server
  return {
    protocolVersion: MCP_VERSIONS.find((version) => version === wanted) ?? MCP_VERSIONS[0],
    capabilities: { tools: { listChanged: false } },
    serverInfo: { name: await server.nameOf(request), version: '1.0.0' },
    ...(instructions !== undefined && { instructions }),
  }
}

const callParameters = z.object({
  name: z.string(),
  arguments: z.record(z.string(), z.unknown()).optional(),
})

/** Calls a tool. The result is an object, and the same as a text. */
async function callTool(
  server: McpServer,
  request: FastifyRequest,
  params: Record<string, unknown>,
): Promise<object> {
  const { data: called } = callParameters.safeParse(params)
  if (!called) throw new AppError(400, 'invalid_input', 'A call needs the name of a tool and arguments.')
  const result = await server.call(request, called.name, called.arguments ?? {})
  if (!result) throw new AppError(400, 'method_not_found', 'There is no such tool.')
  const { text, isError } = result
  return {
    content: [{ type: 'text', text }],
    structuredContent: JSON.parse(text) as object,
    ...(isError && { isError }),
  }
}
