import { useState, type ReactNode } from 'react'
import { NavigationContext, type Navigation } from '../lib/navigation/navigation-context.ts'

interface TestNavigationProps {
  /** The address of the page. */
  url?: string
  /** What the loaders have returned, by route. */
  data?: Readonly<Record<string, unknown>>
  /** Learns of each navigation; the page stays. */
  onNavigate?: Navigation['navigate']
  children: ReactNode
}

/** A page without a browser around components that link or navigate. */
export function TestNavigation({ url = '/', data = {}, onNavigate, children }: TestNavigationProps) {
  const [navigation] = useState<Navigation>(() => {
    const { pathname, search, hash } = new URL(url, 'http://shop.example')
    return {
      location: { pathname, search, hash, state: null, key: 'first' },
      type: 'POP',
      next: undefined,
      isRevalidating: false,
      navigate: onNavigate ?? (() => Promise.resolve()),
      revalidate: () => Promise.resolve(),
      dataOf: (routeId) => data[routeId],
    }
  })
  return <NavigationContext value={navigation}>{children}</NavigationContext>
}
