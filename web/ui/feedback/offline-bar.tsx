import { useEffect, useSyncExternalStore, type ReactNode } from 'react'
import { leadsAway } from '../../lib/browser/leaving.ts'
import { Icon } from '../icon.tsx'

interface OfflineBarProps {
  className: string
  /** Links to other pages do nothing while offline: the browser's own error page would replace this page with everything typed on it. */
  holdsLinks?: boolean
  /** What becomes of the page and of what is changed on it. */
  children: ReactNode
}

/** Says that the browser is offline, while it is. */
export function OfflineBar({ className, holdsLinks = false, children }: OfflineBarProps) {
  const isOnline = useOnline()
  useEffect(() => {
    if (isOnline || !holdsLinks) return
    const stay = (event: MouseEvent) => {
      const link = event.target instanceof Element && event.target.closest('a')
      if (link && leadsAway(link)) event.preventDefault()
    }
    document.addEventListener('click', stay, true)
    return () => document.removeEventListener('click', stay, true)
  }, [isOnline, holdsLinks])
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
