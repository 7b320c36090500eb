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

/** The visible messages, oldest first. */
export function currentToasts(): readonly Toast[] {
  return toasts
}
