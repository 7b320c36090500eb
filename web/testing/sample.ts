import { z } from 'zod'

type Json = Record<string, unknown>

/** Texts by property name where any text would not do. */
const texts: Record<string, string> = {
  currency: 'INR',
  locale: 'en-IN',
  timeZone: 'Asia/Kolkata',
  state: 'MH',
  states: 'MH',
  country: 'IN',
  countries: 'IN',
}

/** A value that a schema describes, with one item in each list. Texts are moments, which any field can show. */
export const sampleOf = <S extends z.ZodType>(schema: S): z.output<S> =>
  sample(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' })) as z.output<S>

function sample(schema: Json, name = ''): unknown {
  const { type, enum: choices, oneOf, anyOf = oneOf, items, properties, minimum } = schema
  if ('const' in schema) return schema['const']
  if ('default' in schema && type !== 'array') return schema['default']
  if (Array.isArray(choices)) return choices[0]
  if (Array.isArray(anyOf)) return sample((anyOf as Json[])[0] ?? {}, name)
  if (type === 'array') return [sample(items as Json, name)]
  if (type === 'object') return mapValues((properties as Record<string, Json> | undefined) ?? {}, sample)
  if (type === 'boolean') return true
  if (type === 'number' || type === 'integer') return Math.max(1, Number(minimum ?? 1))
  return texts[name] ?? '2026-03-04T05:06:07.000Z'
}

/** The paths of all fields of an input, with the first item of each list: `lines.0.quantity`. */
export function pathsOf(schema: z.ZodType): string[] {
  return paths(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), [])
}

function paths(schema: Json, path: readonly string[]): string[] {
  const {
    oneOf = [],
    anyOf = oneOf,
    items,
    properties = {},
  } = schema as {
    oneOf?: Json[]
    anyOf?: Json[]
    items?: Json
    properties?: Record<string, Json>
  }
  return [
    ...new Set([
      ...(path.length > 0 ? [path.join('.')] : []),
      ...anyOf.flatMap((choice) => paths(choice, path)),
      ...(items ? paths(items, [...path, '0']) : []),
      ...Object.entries(properties).flatMap(([name, field]) => paths(field, [...path, name])),
    ]),
  ]
}

const mapValues = <V, R>(record: Record<string, V>, make: (value: V, key: string) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, make(value, key)]))
