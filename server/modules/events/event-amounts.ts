import { z } from 'zod'
import { isAmount } from '#contract/events/kinds.ts'
import { toMajor } from '#server/modules/pricing/index.ts'

/** The data of an event with the amounts of its schema in major units; they are stored in minor units. */
export function withMajorAmounts<T>(schema: z.core.$ZodType, data: T, currency: string): T {
  const convert = (part: z.core.$ZodType, value: unknown): unknown => {
    if (isAmount(part)) return typeof value === 'number' ? toMajor(value, currency) : value
    if (part instanceof z.ZodOptional || part instanceof z.ZodNullable) return convert(part.unwrap(), value)
    if (part instanceof z.ZodArray && Array.isArray(value))
      return value.map((item) => convert(part.element, item))
    if (!(part instanceof z.ZodObject) || typeof value !== 'object' || value === null) return value
    const shape: Partial<Record<string, z.core.$ZodType>> = part.shape
    const fields = Object.entries(value).map(([name, field]): [string, unknown] => {
      const schemaOfField = shape[name]
      return [name, schemaOfField ? convert(schemaOfField, field) : field]
    })
    return Object.fromEntries(fields)
  }
  return convert(schema, data) as T
}
