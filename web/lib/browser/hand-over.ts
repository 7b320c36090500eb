/** A later document is not the next one. */
const MAX_AGE_MS = 10_000

interface HandedOver<T> {
  at: number
  value: T
}

/**
 * Passes something on to the next document: a page that somebody leaves must not take its news along. `current` says what to
 * keep when the page is left, undefined for nothing; `take` gets what the document before has kept, as JSON carries it.
 * Returns the function that ends it.
 */
export function handOver<T>(key: string, current: () => T | undefined, take: (value: T) => void): () => void {
  const keep = () => {
    const value = current()
    try {
      if (value === undefined) sessionStorage.removeItem(key)
      else sessionStorage.setItem(key, JSON.stringify({ at: Date.now(), value } satisfies HandedOver<T>))
    } catch {
      // The browser forbids storage.
    }
  }
  try {
    const stored = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    if (stored !== null) {
      const { at, value } = JSON.parse(stored) as HandedOver<T>
      if (Date.now() - at < MAX_AGE_MS) take(value)
    }
  } catch {
    // The browser forbids storage.
  }
  addEventListener('pagehide', keep)
  return () => removeEventListener('pagehide', keep)
}
