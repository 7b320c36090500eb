import { useEffect, useState, useSyncExternalStore } from 'react'
import { currentToasts, dismissToast, subscribeToToasts, type Toast } from '#web/lib/toasts.ts'
import { Icon } from '../icon.tsx'

const none: readonly Toast[] = []

/** Shows the toasts. Screen readers announce only live regions that exist before their message. */
export function ToastRegion() {
  const toasts = useSyncExternalStore(subscribeToToasts, currentToasts, () => none)
  const [isPaused, setIsPaused] = useState(false)
  const list = (shown: readonly Toast[]) =>
    shown.map((toast) => <ToastMessage key={toast.id} toast={toast} isPaused={isPaused} />)
  return (
    <section
      aria-label="Messages"
      data-toasts
      // A transform keeps a message above a bar that appears below it, without a layout shift.
      onPointerEnter={() => setIsPaused(true)}
      onPointerLeave={() => setIsPaused(false)}
      onFocus={() => setIsPaused(true)}
      onBlur={() => setIsPaused(false)}
      className="pointer-events-none fixed inset-x-4 bottom-4 z-50 flex translate-y-[calc(-1*var(--bottom-bar,0px))] flex-col items-end print:hidden"
    >
      <div role="status" className="flex w-full flex-col items-end gap-2">
        {list(toasts.filter(({ kind }) => kind !== 'error'))}
      </div>
      <div role="alert" className="mt-2 flex w-full flex-col items-end gap-2 empty:mt-0">
        {list(toasts.filter(({ kind }) => kind === 'error'))}
      </div>
    </section>
  )
}

const looks = {
  info: { icon: 'alert', color: 'text-quiet' },
  success: { icon: 'check', color: 'text-success' },
  error: { icon: 'alert', color: 'text-danger' },
} as const

function ToastMessage({ toast, isPaused }: { toast: Toast; isPaused: boolean }) {
  useEffect(() => {
    if (isPaused) return
    const timer = setTimeout(() => dismissToast(toast.id), toast.durationMs)
    return () => clearTimeout(timer)
  }, [toast, isPaused])

  const { icon, color } = looks[toast.kind]
  return (
    <div className="pointer-events-auto flex w-full max-w-[350px] items-start gap-3 rounded-xs border border-line bg-card py-2 pr-1 pl-4 shadow-lg">
      <Icon name={icon} className={`mt-2 size-5 ${color}`} />
      <p className="min-w-0 grow py-2 wrap-anywhere">{toast.text}</p>
      {toast.action && (
        <button
          type="button"
          onClick={() => {
            dismissToast(toast.id)
            toast.action?.run()
          }}
          className="min-h-10 shrink-0 cursor-pointer px-2 font-medium underline underline-offset-4"
        >
          {toast.action.name}
        </button>
      )}
      <button
        type="button"
        aria-label="Dismiss message"
        onClick={() => dismissToast(toast.id)}
        className="grid size-10 shrink-0 place-items-center"
      >
        <Icon name="close" className="size-5" />
      </button>
    </div>
  )
}
