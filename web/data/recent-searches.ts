const key = 'searched'
const MAX_SEARCHES = 8
export const noSearches: readonly string[] = []
const listeners = new Set<() => void>()

/** The parsed list of the last text: `useSyncExternalStore` needs the same object for the same text. */
let last: { text: string | null; searches: readonly string[] } = { text: null, searches: noSearches }

/** Puts a search text first. */
export function addRecentSearch(q: string): void {
  const others = readRecentSearches().filter((search) => search.toLowerCase() !== q.toLowerCase())
  write([q, ...others].slice(0, MAX_SEARCHES))
}

export const clearRecentSearches = () => write(noSearches)

/** The recent searches of this device, latest first; empty if the browser forbids storage. */
export function readRecentSearches(): readonly string[] {
  try {
    const text = localStorage.getItem(key)
    if (text !== last.text) last = { text, searches: searchesIn(text) }
  } catch {
    return noSearches
  }
  return last.searches
}

function searchesIn(text: string | null): readonly string[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(value)
      ? value.filter((search) => typeof search === 'string').slice(0, MAX_SEARCHES)
      : noSearches
  } catch {
    return noSearches
  }
}

function write(searches: readonly string[]): void {
  try {
    if (searches.length > 0) localStorage.setItem(key, JSON.stringify(searches))
    else localStorage.removeItem(key)
  } catch {
    // The browser forbids storage.
  }
  for (const notify of listeners) notify()
}

/** Calls back after each change, here and in other tabs. */
export function subscribeToRecentSearches(notify: () => void): () => void {
  listeners.add(notify)
  window.addEventListener('storage', notify)
  return () => {
    listeners.delete(notify)
    window.removeEventListener('storage', notify)
  }
}
