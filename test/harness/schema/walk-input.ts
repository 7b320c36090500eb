import type { z } from 'zod'

/** A part of an endpoint's input that contains no other part. */
export interface InputLeaf {
  /** The names on the way to it, as in `variants.[].sku`. */
  path: string
  schema: z.core.$ZodType
}

/** All leaves of a schema: through objects, lists, unions, options, defaults and pipes. */
export function leavesOf(schema: z.core.$ZodType, path = ''): InputLeaf[] {
  const { def } = schema._zod as unknown as { def: Parts }
  const inside = (part: z.core.$ZodType, name = '') => leavesOf(part, [path, name].filter(Boolean).join('.'))
  const named = Object.entries(def.shape ?? {}).flatMap(([name, part]) => inside(part, name))
  const listed = def.element ? inside(def.element, '[]') : []
  const keyed =
    def.keyType && def.valueType ? [...inside(def.keyType, '{}'), ...inside(def.valueType, '{}')] : []
  const same = [def.innerType, def.in, def.out, ...(def.options ?? [])].filter((part) => part !== undefined)
  const parts = [...named, ...listed, ...keyed, ...same.flatMap((part) => inside(part))]
  return parts.length > 0 ? parts : [{ path, schema }]
}

/** The parts of the zod types that contain others. */
interface Parts {
  shape?: Record<string, z.core.$ZodType>
  element?: z.core.$ZodType
  keyType?: z.core.$ZodType
  valueType?: z.core.$ZodType
  innerType?: z.core.$ZodType
  in?: z.core.$ZodType
  out?: z.core.$ZodType
  options?: z.core.$ZodType[]
}
