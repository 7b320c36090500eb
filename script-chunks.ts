import { join } from 'node:path'

/** What Rolldown knows of all modules. */
interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

const web = join(import.meta.dirname, 'web')

/** What each page of the storefront loads: the entry and the frame. */
const frame = [
  'entry.client.tsx',
  'storefront/layout/layout.route.tsx',
  'storefront/layout/content.route.tsx',
]
const home = ['storefront/home/home.route.tsx']
const product = ['storefront/product/product.route.tsx']
const lists = [
  'storefront/products/products.route.tsx',
  'storefront/categories/category-or-collection.route.tsx',
]

type Has = (files: readonly string[]) => boolean

const group = (name: string, priority: number, isWanted: (has: Has) => boolean) => ({
  priority,
  test: /\/(web|contract)\/(?!.*\.route\.tsx)/,
  name: (id: string, graph: Graph) => (isWanted((files) => importsOf(files, graph).has(id)) ? name : null),
})

/**
 * Chunks of the storefront: what every page needs and what two of home, lists and product need, then the lists. Fewer and
 * larger files compress better. Everything else is split by the pages that import it.
 */
export const storefrontChunks = [
  group('storefront', 2, (has) => has(frame) || [home, lists, product].filter(has).length > 1),
  group('lists', 1, (has) => lists.every((list) => has([list]))),
]

const known = new Map<string, Set<string>>()

/** Everything that these files import statically. Cached, because the graph is complete when chunks are made. */
function importsOf(files: readonly string[], graph: Graph): Set<string> {
  const key = files.join(' ')
  const found = known.get(key) ?? new Set<string>()
  if (known.has(key)) return found
  known.set(key, found)
  const queue = files.map((file) => join(web, file))
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    if (found.has(id)) continue
    found.add(id)
    queue.push(...(graph.getModuleInfo(id)?.importedIds ?? []))
  }
  return found
}
