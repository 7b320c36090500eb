import { z } from 'zod'
import type { McpTool } from '#server/http/mcp/mcp-server.ts'
import type { UcpOperation } from '../operation.ts'

/** An operation as a tool: its arguments are `meta`, the `id` of what the path names, and the body. */
export function toolOf(operation: UcpOperation): McpTool {
  const { tool: name, description, argument, requiresKey = false } = operation
  const { id, body } = inputSchemas(operation)
  const properties = {
    meta: metaSchema(requiresKey),
    ...(id !== undefined && { id }),
    ...(argument !== undefined && { [argument]: body }),
  }
  return {
    name,
    description,
    inputSchema: { type: 'object', properties, required: Object.keys(properties) },
    outputSchema: { type: 'object' },
  }
}

/** Whether the path names a resource, which is an argument of its own in MCP. */
export const hasId = ({ path }: Pick<UcpOperation, 'path'>): boolean => path.includes(':id')

const metaSchema = (requiresKey: boolean) => ({
  type: 'object',
  description: 'Who calls, and a key for calls that change something.',
  required: ['ucp-agent', ...(requiresKey ? ['idempotency-key'] : [])],
  properties: {
    'ucp-agent': {
      type: 'object',
      required: ['profile'],
      properties: {
        profile: {
          type: 'string',
          format: 'uri',
          description: 'The address of the profile of the platform.',
        },
      },
    },
    'idempotency-key': {
      type: 'string',
      format: 'uuid',
      description: 'The same key and input have one effect and one answer, for 48 hours.',
    },
  },
})

interface ObjectSchema {
  properties?: Record<string, object>
  required?: string[]
  [keyword: string]: unknown
}

/** The JSON schemas of the id in the path, and of the body without it. */
function inputSchemas(operation: UcpOperation): { id: object | undefined; body: object } {
  const { $schema: _, ...schema } = z.toJSONSchema(operation.input, {
    io: 'input',
    unrepresentable: 'any',
  }) as ObjectSchema
  if (!hasId(operation)) return { id: undefined, body: schema }
  const { id = { type: 'string' }, ...properties } = schema.properties ?? {}
  const required = (schema.required ?? []).filter((name) => name !== 'id')
  return { id, body: { ...schema, properties, required } }
}
