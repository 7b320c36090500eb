import type { PageLocation } from './navigation-context.ts'

const storageKey = 'scrollPositions'
const MAX_POSITIONS = 50

/** Remembers where each entry of the history was scrolled to, also across a reload. */
export function scrollPositions() {
  const positions = readPositions()
  const save = ({ key }: PageLocation) => {
    positions.delete(key)
    positions.set(key, window.scrollY)
    for (const oldest of [...positions.keys()].slice(0, -MAX_POSITIONS)) positions.delete(oldest)
  }
  return {
    save,
    /** Saves the position of the page that the browser leaves, and lets the browser scroll the next document. */
    leave(location: PageLocation) {
      save(location)
      history.scrollRestoration = 'auto'
      try {
        sessionStorage.setItem(storageKey, JSON.stringify([...positions]))
      } catch {
        // Back then opens pages at their top.
      }
    },
    /** Scrolls to where the entry was, to the fragment, or to the top. */
    restore({ key, hash }: PageLocation, type: 'POP' | 'PUSH' | 'REPLACE') {
      const position = type === 'POP' ? positions.get(key) : undefined
      const target = position === undefined && hash && targetOf(hash)
      if (target) target.scrollIntoView()
      else window.scrollTo(0, position ?? 0)
    },
  }
}

function readPositions(): Map<string, number> {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as [string, number][])
  } catch {
    return new Map()
  }
}

function targetOf(hash: string): HTMLElement | null {
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)))
  } catch {
    return null
  }
}
