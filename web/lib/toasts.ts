/** A short message that comes and goes. It is never the only place where an error stands. */
export interface Toast {
  id: number
  kind: 'info' | 'success' | 'error'
  text: string
  /** Milliseconds it stays while nobody points at it. */
  duration: number
  /** What can be done about it, as a button. */
  action?: ToastAction
}

interface ToastAction {
  name: string
  run(): void
}

const most = 20
let lastId = 0
let toasts: readonly Toast[] = []
const listeners = new Set<() => void>()

function replace(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

/**
 * Shows a message: 2 s a success, 4 s any other, 15 s one with something to do about it. At most 20 are held; the oldest
 * give way.
 */
export function showToast(kind: Toast['kind'], text: string, action?: ToastAction): void {
  const duration = action ? 15_000 : kind === 'success' ? 2000 : 4000
  replace([...toasts, { id: ++lastId, kind, text, duration, ...(action && { action }) }].slice(-most))
}

/** Takes a message away. */
export function dismissToast(id: number): void {
  replace(toasts.filter((toast) => toast.id !== id))
}

/** For `useSyncExternalStore`. */
export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The messages held now, oldest first. */
export function currentToasts(): readonly Toast[] {
  return toasts
}
