interface Placed {
  id: number
  position: number
}

/**
 * The rows whose position changes when those of `ids` share the places they have now in the order given, and all others
 * stay where they are. Positions count from 0 without gaps.
 */
export function inNewOrder(rows: readonly Placed[], ids: readonly number[]): (Placed & { before: number })[] {
  const now = rows.toSorted((a, b) => a.position - b.position || a.id - b.id)
  const before = new Map(rows.map(({ id, position }) => [id, position]))
  const moving = new Set(ids)
  const given = ids.values()
  return now
    .map(({ id }, position) => {
      const next = moving.has(id) ? (given.next().value ?? id) : id
      return { id: next, position, before: before.get(next) ?? position }
    })
    .filter((row) => row.position !== row.before)
}
