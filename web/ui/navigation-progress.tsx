import { useNavigation } from 'react-router'

/** A thin line that shows that the next page is on its way; only where that takes a moment. */
export function NavigationProgress() {
  if (useNavigation().state === 'idle') return null
  return <div aria-hidden="true" className="navigation-progress fixed inset-x-0 top-0 z-50 h-0.5 bg-accent" />
}
