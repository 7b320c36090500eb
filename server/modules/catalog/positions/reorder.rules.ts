interface Positioned {
  id: number
  position: number
}

/**
 * The rows whose position changes when those of `ids` take each other's positions in the given order. All other rows keep
 * their place. Positions count from 0 without gaps.
 */
export function movedRows(
  rows: readonly Positioned[],
  ids: readonly number[],
): (Positioned & { before: number })[] {
  const current = rows.toSorted((a, b) => a.position - b.position || a.id - b.id)
  const before = new Map(rows.map(({ id, position }) => [id, position]))
  const moving = new Set(ids)
  const inNewOrder = ids.values()
  return current
    .map(({ id }, position) => {
      const next = moving.has(id) ? (inNewOrder.next().value ?? id) : id
      return { id: next, position, before: before.get(next) ?? position }
    })
    .filter((row) => row.position !== row.before)
}
