import { useEffect } from 'react'
import { leadsAway } from '#web/lib/browser/leaving.ts'
import { useOnline } from '#web/ui/feedback/offline-bar.tsx'

/**
 * Links to other pages do nothing while the browser is offline: its own error page would replace this page with everything typed
 * on it.
 */
export function useHeldLinks(): void {
  const isOnline = useOnline()
  useEffect(() => {
    if (isOnline) return
    const stay = (event: MouseEvent) => {
      const link = event.target instanceof Element && event.target.closest('a')
      if (link && leadsAway(link)) event.preventDefault()
    }
    document.addEventListener('click', stay, true)
    return () => document.removeEventListener('click', stay, true)
  }, [isOnline])
}
