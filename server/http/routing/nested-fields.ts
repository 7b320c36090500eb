import { AppError } from '../errors.ts'

export type NestedField = string | NestedField[] | { [name: string]: NestedField }

/** A Map rather than an object, so that any field name is safe. */
type Node = Map<string, Node | string>

const MAX_LIST_ENTRIES = 100

/**
 * Groups form fields by the brackets in their names: `alt[0]` and `pair[0][id]` become lists in numeric order, `a[b]` an
 * object. Of equal names the last wins. Throws AppError 400 if a name is used both as a value and as a group.
 */
export function nestFields(fields: Iterable<readonly [string, string]>): Record<string, NestedField> {
  const root: Node = new Map()
  for (const [name, value] of fields) {
    const [, first = name, rest = ''] = /^([^[\]]+)((?:\[[^[\]]+\]){0,3})$/.exec(name) ?? []
    const path = [first, ...[...rest.matchAll(/\[([^[\]]+)\]/g)].map(([, key]) => String(key))]
    const last = path.pop() ?? name
    let node = root
    for (const key of path) {
      const next = node.get(key) ?? new Map<string, Node | string>()
      if (typeof next === 'string') throw contradiction(name)
      node.set(key, next)
      node = next
    }
    if (typeof node.get(last) === 'object') throw contradiction(name)
    node.set(last, value)
  }
  return toObject(root)
}

function toPlain(node: Node | string): NestedField {
  if (typeof node === 'string') return node
  const keys = [...node.keys()]
  if (!keys.every((key) => /^\d{1,4}$/.test(key))) return toObject(node)
  if (keys.length > MAX_LIST_ENTRIES)
    throw new AppError(400, 'invalid_form', `A list can have up to ${MAX_LIST_ENTRIES} entries.`)
  const inOrder = [...node].toSorted(([a], [b]) => Number(a) - Number(b))
  return inOrder.map(([, value]) => toPlain(value))
}

function toObject(node: Node): Record<string, NestedField> {
  const object = Object.create(null) as Record<string, NestedField>
  for (const [key, value] of node) object[key] = toPlain(value)
  return object
}

const contradiction = (name: string) =>
  new AppError(400, 'invalid_form', 'A field of this form is both a value and a group.', [
    { path: name.slice(0, 200), message: 'Sent both as a value and as a group' },
  ])
