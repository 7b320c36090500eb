import type { Endpoint } from '#contract/endpoint.ts'
import { describedEvents, type DescribedEvent } from './events.ts'
import { describe } from './openapi.ts'

type Json = Record<string, unknown>

/**
 * The types of all calls for `client/`: TypeScript without imports, made from the schemas that validate the calls. Calls that
 * payment providers sign are left out, because no other program can send them.
 */
export function clientTypes(endpoints: readonly Endpoint[]): string {
  const calls = endpoints.filter(({ signed }) => !signed)
  const entries = calls.map((endpoint) => {
    const { method, path, summary, parameters, body, files, answer, media } = describe(endpoint)
    const given = parameters.filter(({ in: place }) => place !== 'header')
    const properties = {
      ...Object.fromEntries(given.map(({ name, schema }) => [name, schema])),
      ...(body?.['properties'] as Json | undefined),
      ...files,
    }
    const required = [
      ...given.filter((parameter) => parameter.required).map(({ name }) => name),
      ...((body?.['required'] as string[] | undefined) ?? []),
    ]
    const input = typeOf({ type: 'object', properties, required })
    return `  /** ${summary.replaceAll('*/', '')} */
  '${method} ${path}': { input: ${input}; answer: ${media ? 'Response' : typeOf(answer)} }`
  })
  const withKey = calls.filter(({ takesIdempotencyKey }) => takesIdempotencyKey)
  const namesOf = (some: readonly Endpoint[]) =>
    some.map(({ method, path }) => `  '${method} ${path}',`).join('\n')
  return `// Made by \`npm run openapi\` from the contract.

/** Input and answer of each call. */
export interface Calls {
${entries.join('\n')}
}

/** What happened, by the kind of event. */
export interface EventData {
${describedEvents().map(eventEntry).join('\n')}
}

/** The calls that take an Idempotency-Key. */
export const withIdempotencyKey: ReadonlySet<string> = new Set([
${namesOf(withKey)}
])

/** The calls that answer a file. */
export const answersFile: ReadonlySet<string> = new Set([
${namesOf(calls.filter(({ media }) => media))}
])
`
}

const eventEntry = ({ kind, summary, data }: DescribedEvent) =>
  `  /** ${summary} */\n  '${kind}': ${typeOf(data)}`

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
  if (schema['format'] === 'binary') return 'Blob'
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
