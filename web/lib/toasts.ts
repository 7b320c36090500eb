import { handOver } from './browser/hand-over.ts'
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
 * Shows a message. A success removes the errors before it, which would outlive their cause. A message replaces its own
 * repetition; with a button it stays, for each button does something else. The oldest disappear when there are too many.
 */
export function showToast(kind: Toast['kind'], text: string, action?: ToastAction): void {
  const durationMs = action ? ACTION_MS : kind === 'success' ? SUCCESS_MS : DEFAULT_MS
  const isOver = (toast: Toast) =>
    (kind === 'success' && toast.kind === 'error') || (toast.text === text && !toast.action)
  const shown = toasts.filter((toast) => !isOver(toast))
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

/** Shows the message of the document before, and passes the newest one without a button on. Returns the function that ends it. */
export function handOverToasts(): () => void {
  const newest = () => {
    const toast = toasts.findLast(({ id, action }) => !action && id > takenOver)
    return toast && { kind: toast.kind, text: toast.text }
  }
  return handOver<Pick<Toast, 'kind' | 'text'>>('toast', newest, ({ kind, text }) => {
    showToast(kind, text)
    takenOver = lastId
  })
}

/** The visible messages, oldest first. */
export function currentToasts(): readonly Toast[] {
  return toasts
}
