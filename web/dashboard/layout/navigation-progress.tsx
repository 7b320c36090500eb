import { useEffect } from 'react'
import { useNavigation } from 'react-router'
import { useLeaving } from '#web/lib/browser/leaving.ts'

/** A bar at the upper edge while the next page loads, whether by script or as a new document. `main` is busy until then. */
export function NavigationProgress() {
  const isLeaving = useLeaving()
  const isLoading = useNavigation().state !== 'idle' || isLeaving
  useEffect(() => {
    const main = document.querySelector('main')
    if (!isLoading || !main) return
    main.ariaBusy = 'true'
    return () => {
      main.ariaBusy = null
    }
  }, [isLoading])
  if (!isLoading) return null
  return (
    <div
      role="progressbar"
      aria-label="Loading the page"
      className="navigation-progress fixed inset-x-0 top-0 z-50 h-1 bg-progress forced-colors:bg-[Highlight] print:hidden"
    />
  )
}
