import { useNavigation } from 'react-router'

/** A thin line while the next page loads. CSS delays it, so that fast pages do not show it. */
export function NavigationProgress() {
  if (useNavigation().state === 'idle') return null
  return <div aria-hidden="true" className="navigation-progress fixed inset-x-0 top-0 z-50 h-0.5 bg-accent" />
}
