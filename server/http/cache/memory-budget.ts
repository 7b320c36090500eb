/** Something that is worth its memory while it is used. */
interface Entry {
  /** Its users set this; an eviction that passes it by clears it. */
  used: boolean
}

interface Cost {
  bytes: number
  /** Frees the memory. */
  drop: () => void
}

/** Holds entries up to a number of bytes in all. */
export interface MemoryBudget {
  /** Adds an entry, and drops older ones for want of room. What was used since the last eviction stays once more (CLOCK). */
  add(entry: Entry, bytes: number, drop: () => void): void
}

export function createMemoryBudget(maxBytes: number): MemoryBudget {
  const costs = new Map<Entry, Cost>()
  let total = 0
  return {
    add(entry, bytes, drop) {
      costs.set(entry, { bytes, drop })
      total += bytes
      for (const [oldest, cost] of costs) {
        if (total <= maxBytes) return
        costs.delete(oldest)
        if (oldest.used) {
          oldest.used = false
          costs.set(oldest, cost)
        } else {
          total -= cost.bytes
          cost.drop()
        }
      }
    },
  }
}
