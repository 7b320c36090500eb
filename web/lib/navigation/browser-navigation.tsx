import { startTransition, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { NavigationContext, type Navigation } from './navigation-context.ts'
import type { NavigationState, Navigator } from './navigator.ts'
import type { PageData } from './page.ts'
import { PageRoutes } from './page-routes.tsx'

interface BrowserNavigationProps {
  navigator: Navigator
  /** Called after each new page is in the document. */
  onPage(this: void, data: PageData): void
}

/** Renders the page of the navigator, and the pages that it opens. */
export function BrowserNavigation({ navigator, onPage }: BrowserNavigationProps) {
  // The first render is the server's, which does not know what came with the navigation.
  const [state, setState] = useState(() => withoutState(navigator.state()))
  useEffect(() => {
    const stop = navigator.start((next, isPage) => {
      // A large page must not hold up what someone types or presses.
      if (isPage) startTransition(() => setState(next))
      else setState(next)
    })
    setState(navigator.state())
    return stop
  }, [navigator])
  const { page, location, type, next, isRevalidating, keepsScroll } = state
  useEffect(() => onPage(page.data), [page, onPage])
  const scrolledTo = useRef(location.key)
  useLayoutEffect(() => {
    const isNew = scrolledTo.current !== location.key
    scrolledTo.current = location.key
    if (isNew && !keepsScroll) navigator.restoreScroll(location, type)
  }, [navigator, location, type, keepsScroll])

  const navigation = useMemo<Navigation>(() => {
    const { navigate, revalidate } = navigator
    const dataOf = (routeId: string) => page.data.data[routeId]
    return { location, type, next, isRevalidating, navigate, revalidate, dataOf }
  }, [navigator, page, location, type, next, isRevalidating])
  return (
    <NavigationContext value={navigation}>
      <PageRoutes page={page} />
    </NavigationContext>
  )
}

const withoutState = (state: NavigationState): NavigationState => ({
  ...state,
  location: { ...state.location, state: null },
})
