import { startIsland } from './browser/start-island.ts'

/** A short message that disappears by itself. Errors also appear at their cause. */
export interface Toast {
  id: number
  kind: 'info' | 'success' | 'error'
  text: string
  /** Hovering over the message stops the time. */
  durationMs: number
  /** Adds a button. */
  action?: ToastAction
}

interface ToastAction {
  name: string
  run(): void
}

const MAX_TOASTS = 20
const SUCCESS_MS = 2000
const DEFAULT_MS = 4000
const ACTION_MS = 15_000

/** The key of what a document has handed to the next one. */
const storageKey = 'toasts'
/** A later document is not the next one. */
const MAX_AGE_MS = 10_000

let lastId = 0
/** The messages up to this id came from the document before: a second hand-over would show old news. */
let takenOver = 0
let toasts: readonly Toast[] = []
const listeners = new Set<() => void>()

function replace(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

/**
 * Shows a message. A success removes the errors before it, which would outlive their cause. The oldest messages disappear
 * when there are too many.
 */
export function showToast(kind: Toast['kind'], text: string, action?: ToastAction): void {
  const durationMs = action ? ACTION_MS : kind === 'success' ? SUCCESS_MS : DEFAULT_MS
  const shown = kind === 'success' ? toasts.filter((toast) => toast.kind !== 'error') : toasts
  replace([...shown, { id: ++lastId, kind, text, durationMs, ...(action && { action }) }].slice(-MAX_TOASTS))
  startIsland('[data-toasts]')
}

/** Removes a message. */
export function dismissToast(id: number): void {
  replace(toasts.filter((toast) => toast.id !== id))
}

/** The subscribe function for `useSyncExternalStore`. */
export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Keeps the newest message for the next document: a page that somebody leaves must not take its news along. Buttons stay behind. */
export function handOverToasts(): void {
  const kept = toasts
    .filter(({ id, action }) => !action && id > takenOver)
    .slice(-1)
    .map(({ kind, text }) => ({ kind, text }))
  try {
    if (kept.length > 0) sessionStorage.setItem(storageKey, JSON.stringify({ at: Date.now(), toasts: kept }))
    else sessionStorage.removeItem(storageKey)
  } catch {
    // The browser forbids storage.
  }
}

/** Shows the messages of the document before. */
export function takeOverToasts(): void {
  try {
    const stored = sessionStorage.getItem(storageKey)
    if (stored === null) return
    sessionStorage.removeItem(storageKey)
    const { at, toasts: kept } = JSON.parse(stored) as { at: number; toasts: Pick<Toast, 'kind' | 'text'>[] }
    if (Date.now() - at < MAX_AGE_MS) for (const { kind, text } of kept) showToast(kind, text)
    takenOver = lastId
  } catch {
    // The browser forbids storage.
  }
}

/** The visible messages, oldest first. */
export function currentToasts(): readonly Toast[] {
  return toasts
}
