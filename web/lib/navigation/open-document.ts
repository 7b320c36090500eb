import { currentToasts, showToast } from '../toasts.ts'

const storageKey = 'nextDocument'

interface Handover {
  href: string
  state: unknown
  toasts: { kind: 'info' | 'success' | 'error'; text: string }[]
}

/**
 * Opens a page as a new document, with the visible messages and the state of the navigation: the storefront and the
 * dashboard are documents of their own. Resolves only if Back returns to this one.
 */
export function openDocument(href: string, options: { replace?: boolean; state?: unknown } = {}) {
  const toasts = currentToasts().flatMap(({ kind, text, action }) => (action ? [] : [{ kind, text }]))
  const handover: Handover = { href, state: options.state ?? null, toasts }
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(handover))
  } catch {
    // Without storage the page opens without them.
  }
  location[options.replace ? 'replace' : 'assign'](href)
  return new Promise<void>((resolve) => addEventListener('pageshow', () => resolve(), { once: true }))
}

/** Shows the messages of the document before, and returns the state of its navigation. */
export function takeHandover(): unknown {
  try {
    const stored = sessionStorage.getItem(storageKey)
    if (stored === null) return null
    sessionStorage.removeItem(storageKey)
    const { href, state, toasts } = JSON.parse(stored) as Handover
    for (const { kind, text } of toasts) showToast(kind, text)
    return new URL(href, location.origin).pathname === location.pathname ? state : null
  } catch {
    return null
  }
}
