import { useSyncExternalStore } from 'react'

const key = 'searched'
const most = 8
const none: readonly string[] = []
const watchers = new Set<() => void>()

/** What was read last, so that the same text is the same list. */
let last: { text: string | null; searches: readonly string[] } = { text: null, searches: none }

/** What was searched for on this device, the latest first; empty where the browser keeps nothing. */
export function useSearchedBefore(): readonly string[] {
  return useSyncExternalStore(watch, read, () => none)
}

/** Keeps a search text in front of those before it. */
export function rememberSearch(q: string): void {
  const known = read().filter((one) => one.toLowerCase() !== q.toLowerCase())
  write([q, ...known].slice(0, most))
}

/** Forgets everything that was searched for on this device. */
export const forgetSearches = () => write(none)

function read(): readonly string[] {
  try {
    const text = localStorage.getItem(key)
    if (text !== last.text) last = { text, searches: searchesIn(text) }
  } catch {
    return none
  }
  return last.searches
}

function searchesIn(text: string | null): readonly string[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(value) ? value.filter((one) => typeof one === 'string').slice(0, most) : none
  } catch {
    return none
  }
}

function write(searches: readonly string[]): void {
  try {
    if (searches.length > 0) localStorage.setItem(key, JSON.stringify(searches))
    else localStorage.removeItem(key)
  } catch {
    // Without storage nothing is remembered.
  }
  for (const tell of watchers) tell()
}

function watch(tell: () => void): () => void {
  watchers.add(tell)
  window.addEventListener('storage', tell)
  return () => {
    watchers.delete(tell)
    window.removeEventListener('storage', tell)
  }
}
