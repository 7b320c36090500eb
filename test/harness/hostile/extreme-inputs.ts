import { z } from 'zod'

const MODEST_NUMBER = 1
const LARGEST_ID = 2 ** 31 - 1

/** Values of scalar fields. The first that a field accepts is modest; the extremes are the largest and the smallest. */
const modest: readonly unknown[] = [
  MODEST_NUMBER,
  60,
  true,
  '411001',
  'Mug',
  'mug',
  'IN',
  'asha@example.com',
  '+91 98765 43210',
  '2026-11-21',
  '2026-11-21T10:00:00Z',
  '/products',
  'https://blog.example/',
  'en-IN',
  'INR',
  'Asia/Kolkata',
  'MH',
  'x'.repeat(43),
  'a long winding road',
  '27ABCDE1234F1Z0',
  '11111111-1111-4111-8111-111111111111',
  null,
  '',
]
const numbers = [
  2 ** 53 - 1,
  2 ** 52,
  2 ** 31,
  2 ** 31 - 1,
  10_000_000_000,
  1_000_000_000,
  1_000_000,
  100_000,
  10_000,
  9999,
  1000,
  999,
  100,
  60,
  30,
  29,
  5,
  1,
  0.001,
  0,
  -1,
  -100,
  -999,
  -100_000,
  -1_000_000,
  -1_000_000_000,
  -(2 ** 31),
  -(2 ** 53 - 1),
]
const texts = [100_000, 20_000, 2000, 1000, 500, 400, 300, 254, 250, 200, 120, 100, 64, 60, 40, 20].map(
  (length) => 'y'.repeat(length),
)

/** An input that the contract accepts, and what is extreme about it. */
export interface ExtremeInput {
  what: string
  /** Which fields are extreme. */
  fields: 'none' | 'one' | 'all'
  input: Input
}

type Path = readonly (string | number)[]

/**
 * Inputs of an endpoint with one number at its highest or lowest value each, and with all numbers or texts so. `known`
 * names values of fields that must exist, such as the number of an order; undefined leaves a field out.
 */
export function extremeInputs(schema: z.ZodType, known: Record<string, unknown>): ExtremeInput[] {
  const fields: Field[] = []
  const base = sample(schema, [], (path, field) => {
    const extremes = extremesOf(field)
    if (Object.keys(extremes).length > 0) fields.push({ path, extremes })
  }) as Input
  const used = Object.entries(known).filter(([name]) => name in base)
  const modestInput = Object.fromEntries(
    Object.entries({ ...base, ...Object.fromEntries(used) }).filter(([, value]) => value !== undefined),
  )
  const open = fields.filter(
    ({ path }) => (path.length > 1 || !(path[0]! in known)) && has(modestInput, path),
  )
  const single = open.flatMap(({ path, extremes }) =>
    Object.entries(extremes)
      .filter(([what, value]) => what !== 'longest' && value !== MODEST_NUMBER)
      .map(([what, value]) => ({
        what: `${path.join('.')} ${what}`,
        fields: 'one' as const,
        input: withValue(modestInput, path, value),
      })),
  )
  const together = ['highest', 'lowest', 'longest'].map((what) => ({
    what: `every field ${what}`,
    fields: 'all' as const,
    input: open
      .filter(({ extremes }) => what in extremes && extremes[what] !== LARGEST_ID)
      .reduce((input, { path, extremes }) => withValue(input, path, extremes[what]), modestInput),
  }))
  return [{ what: 'modest', fields: 'none', input: modestInput }, ...single, ...together]
}

type Input = Record<string, unknown>

interface Field {
  path: Path
  extremes: Input
}

/** Whether the object or list that contains this field exists. */
function has(input: Input, path: Path): boolean {
  let node: unknown = input
  for (const key of path.slice(0, -1)) node = (node as Input | undefined)?.[key]
  return typeof node === 'object' && node !== null
}

function withValue(input: Input, path: Path, value: unknown): Input {
  const copy = structuredClone(input)
  let node = copy
  for (const key of path.slice(0, -1)) node = node[key] as Input
  node[path.at(-1) ?? ''] = value
  return copy
}

const accepts = (schema: z.core.$ZodType, value: unknown) => z.safeParse(schema, value).success

/** The extreme values that a scalar field accepts, by name. */
function extremesOf(schema: z.core.$ZodType): Input {
  const accepted = numbers.filter((value) => accepts(schema, value))
  const longest = texts.find((value) => accepts(schema, value))
  return {
    ...(accepted.length > 1 && { highest: accepted[0], lowest: accepted.at(-1) }),
    ...(longest !== undefined && { longest }),
  }
}

interface Parts {
  entries?: Record<string, unknown>
  values?: unknown[]
  shape?: Record<string, z.core.$ZodType>
  element?: z.core.$ZodType
  innerType?: z.core.$ZodType
  in?: z.core.$ZodType
  out?: z.core.$ZodType
  options?: z.core.$ZodType[]
}

/** A modest value of the schema; reports each scalar field on the way. */
function sample(
  schema: z.core.$ZodType,
  path: Path,
  report: (path: Path, field: z.core.$ZodType) => void,
): unknown {
  const { def } = schema._zod as unknown as { def: Parts }
  if (def.shape) {
    const entries = Object.entries(def.shape).map(([name, part]) => [
      name,
      sample(part, [...path, name], report),
    ])
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
  }
  if (def.element) {
    if (accepts(schema, []) && path.length > 3) return []
    return [sample(def.element, [...path, 0], report)]
  }
  const inside = containerIn(def)
  if (inside) return sample(inside, path, report)
  const value = [...choicesOf(def), ...modest].find((candidate) => accepts(schema, candidate))
  if (value !== undefined) report(path, schema)
  return value
}

/** The values of an enumeration. */
const choicesOf = ({ entries, values, innerType }: Parts): unknown[] => [
  ...Object.values(entries ?? {}),
  ...(values ?? []),
  ...(innerType ? choicesOf((innerType._zod as unknown as { def: Parts }).def) : []),
]

/** The object or list inside optional, nullable, piped and alternative types. */
function containerIn({ innerType, in: input, out, options }: Parts): z.core.$ZodType | undefined {
  return [innerType, out, input, ...(options ?? [])].find((part) => part && isContainer(part))
}

function isContainer(schema: z.core.$ZodType): boolean {
  const { def } = schema._zod as unknown as { def: Parts }
  return def.shape !== undefined || def.element !== undefined || containerIn(def) !== undefined
}
