import { useSyncExternalStore, type ReactNode } from 'react'
import { Icon } from '../icon.tsx'

interface OfflineBarProps {
  className: string
  /** What becomes of the page and of what is changed on it. */
  children: ReactNode
}

/** Says that the browser is offline, while it is. */
export function OfflineBar({ className, children }: OfflineBarProps) {
  const isOnline = useOnline()
  return (
    // Without a height: the page below must not move.
    <div role="status" className={`sticky z-20 h-0 print:hidden ${className}`}>
      {!isOnline && (
        <p className="flex items-center justify-center gap-2 bg-deep px-4 py-2 text-sm text-on-deep">
          <Icon name="alert" className="size-4 shrink-0" />
          {children}
        </p>
      )}
    </div>
  )
}

/** Whether the browser has a connection. */
export const useOnline = () =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )

function subscribe(notify: () => void): () => void {
  addEventListener('online', notify)
  addEventListener('offline', notify)
  return () => {
    removeEventListener('online', notify)
    removeEventListener('offline', notify)
  }
}
