/**
 * Copies an answer into the shape that it has after JSON.stringify and JSON.parse. Dates become strings, and fields without a
 * value disappear. The copy is deeply frozen, so that pages may share it.
 */
export function toWireShape<T extends object>(answer: T): T {
  return copy(answer) as T
}

function copy(value: unknown): unknown {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value === 'bigint') throw new TypeError('JSON has no bigint')
  if (typeof value !== 'object' || value === null) return value
  if ('toJSON' in value && typeof value.toJSON === 'function') return copy((value as Date).toJSON())
  if (Array.isArray(value)) return Object.freeze(value.map((item) => (isOmitted(item) ? null : copy(item))))
  const fields: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(value)) {
    if (isOmitted(field)) continue
    // Assignment would call the setter of this one name.
    if (name === '__proto__') Object.defineProperty(fields, name, { value: copy(field), enumerable: true })
    else fields[name] = copy(field)
  }
  return Object.freeze(fields)
}

const isOmitted = (value: unknown) =>
  value === undefined || typeof value === 'function' || typeof value === 'symbol'
