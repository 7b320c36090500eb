import type { Endpoint } from '#contract/endpoint.ts'
import { describe } from './openapi.ts'

type Json = Record<string, unknown>

/** The types of all calls for `client/`: TypeScript without imports, made from the schemas that validate the calls. */
export function clientTypes(endpoints: readonly Endpoint[]): string {
  const calls = endpoints.filter(({ media, files, signed }) => !media && !files && !signed)
  const entries = calls.map((endpoint) => {
    const { method, path, summary, parameters, body, answer } = describe(endpoint)
    const given = parameters.filter(({ in: place }) => place !== 'header')
    const properties = {
      ...Object.fromEntries(given.map(({ name, schema }) => [name, schema])),
      ...(body?.['properties'] as Json | undefined),
    }
    const required = [
      ...given.filter((parameter) => parameter.required).map(({ name }) => name),
      ...((body?.['required'] as string[] | undefined) ?? []),
    ]
    const input = typeOf({ type: 'object', properties, required })
    return `  /** ${summary.replaceAll('*/', '')} */
  '${method} ${path}': { input: ${input}; answer: ${typeOf(answer)} }`
  })
  const withKey = calls.filter(({ takesIdempotencyKey }) => takesIdempotencyKey)
  return `// Made by \`npm run openapi\` from the contract.

/** Input and answer of each call. */
export interface Calls {
${entries.join('\n')}
}

/** The calls that take an Idempotency-Key. */
export const withIdempotencyKey: ReadonlySet<string> = new Set([
${withKey.map(({ method, path }) => `  '${method} ${path}',`).join('\n')}
])
`
}

const plain: Record<string, string> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
}

/** A JSON Schema as a TypeScript type. */
function typeOf(schema: Json): string {
  if ('const' in schema) return JSON.stringify(schema['const'])
  if (Array.isArray(schema['enum'])) return union(schema['enum'].map((value) => JSON.stringify(value)))
  const choices = schema['anyOf'] ?? schema['oneOf']
  if (Array.isArray(choices)) return union(choices.map((choice) => typeOf(choice as Json)))
  const { type } = schema
  if (Array.isArray(type)) return union(type.map((one) => typeOf({ ...schema, type: one as unknown })))
  if (type === 'array') return `readonly (${typeOf((schema['items'] as Json | undefined) ?? {})})[]`
  if (type === 'object') return objectType(schema)
  return typeof type === 'string' ? (plain[type] ?? 'unknown') : 'unknown'
}

const union = (types: string[]) => [...new Set(types)].join(' | ') || 'never'

function objectType({ properties = {}, required = [], additionalProperties: others }: Json): string {
  const fields = Object.entries(properties as Record<string, Json>).map(([name, schema]) => {
    const mark = (required as string[]).includes(name) ? '' : '?'
    return `${/^\w+$/.test(name) ? name : JSON.stringify(name)}${mark}: ${typeOf(schema)}`
  })
  if (fields.length > 0) return `{ ${fields.join('; ')} }`
  return typeof others === 'object' && others !== null
    ? `Record<string, ${typeOf(others as Json)}>`
    : 'Record<string, unknown>'
}
