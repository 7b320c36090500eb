import type { Changes } from '#server/http/changes.ts'
import type { RequestContext } from '#server/http/route.ts'

interface Remembered {
  tick: number
  result: Promise<unknown>
}

/** Entries kept by one process; the longest unused one goes first. */
const most = 1000
const memories = new WeakMap<Pick<Changes, 'now' | 'since'>, Map<string, Remembered>>()

/**
 * What `make` counts, made once and kept until the catalogue of the shop changes: the same for all pages and orders of a list.
 * `key` says what is counted. Whoever asks meanwhile waits for the same count.
 */
export async function remember<T>(
  { shop, changes }: Pick<RequestContext, 'shop' | 'changes'>,
  key: string,
  make: () => Promise<T>,
): Promise<T> {
  if (!changes) return await make()
  const memory = memories.get(changes) ?? new Map<string, Remembered>()
  memories.set(changes, memory)

  const name = `${shop.configId} ${key}`
  const known = memory.get(name)
  memory.delete(name)
  if (known && !changes.since(known.tick, shop.configId, [])) {
    memory.set(name, known)
    return (await known.result) as T
  }
  const entry = { tick: changes.now(), result: make() }
  memory.set(name, entry)
  entry.result.catch(() => memory.get(name) === entry && memory.delete(name))
  for (const oldest of memory.keys()) {
    if (memory.size <= most) break
    memory.delete(oldest)
  }
  return await entry.result
}
