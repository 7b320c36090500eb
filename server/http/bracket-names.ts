import { AppError } from './errors.ts'

export type Sent = string | Sent[] | { [name: string]: Sent }

/** Without a prototype a field may have any name. */
type Node = Map<string, Node | string>

const longest = 100

/**
 * The fields of a form whose names say where they belong: `alt[0]` and `pair[0][id]` become lists in the order of their
 * numbers, `a[b]` an object. Where a name is given twice the last one counts. AppError 400 where two contradict each other.
 */
export function nestFields(fields: Iterable<readonly [string, string]>): Record<string, Sent> {
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
  return objectOf(root)
}

function plain(node: Node | string): Sent {
  if (typeof node === 'string') return node
  const keys = [...node.keys()]
  if (!keys.every((key) => /^\d{1,4}$/.test(key))) return objectOf(node)
  if (keys.length > longest) throw new AppError(400, 'invalid_form', `A list has at most ${longest} entries.`)
  const inOrder = [...node].toSorted(([a], [b]) => Number(a) - Number(b))
  return inOrder.map(([, value]) => plain(value))
}

function objectOf(node: Node): Record<string, Sent> {
  const object = Object.create(null) as Record<string, Sent>
  for (const [key, value] of node) object[key] = plain(value)
  return object
}

const contradiction = (name: string) =>
  new AppError(400, 'invalid_form', 'This form gives a field both a value and parts.', [
    { path: name.slice(0, 200), message: 'Given both as a value and in parts' },
  ])
