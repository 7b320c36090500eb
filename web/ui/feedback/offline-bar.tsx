import { useEffect, useSyncExternalStore } from 'react'
import { leadsAway } from '../../lib/browser/leaving.ts'
import { Icon } from '../icon.tsx'

/**
 * Says that the browser is offline. While it is, links to other pages do nothing: the browser's own error page would replace this page with
 * everything typed on it.
 */
export function OfflineBar({ className }: { className: string }) {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
  useEffect(() => {
    if (isOnline) return
    const stay = (event: MouseEvent) => {
      const link = event.target instanceof Element && event.target.closest('a')
      if (link && leadsAway(link)) event.preventDefault()
    }
    document.addEventListener('click', stay, true)
    return () => document.removeEventListener('click', stay, true)
  }, [isOnline])
  return (
    // Without a height: the page below must not move.
    <div role="status" className={`sticky z-20 h-0 print:hidden ${className}`}>
      {!isOnline && (
        <p className="flex items-center justify-center gap-2 bg-deep px-4 py-2 text-sm text-on-deep">
          <Icon name="alert" className="size-4 shrink-0" />
          You are offline. This page stays open.
        </p>
      )}
    </div>
  )
}

function subscribe(notify: () => void): () => void {
  addEventListener('online', notify)
  addEventListener('offline', notify)
  return () => {
    removeEventListener('online', notify)
    removeEventListener('offline', notify)
  }
}
