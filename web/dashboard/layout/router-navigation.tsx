import { useMemo, type ReactNode } from 'react'
import {
  useLocation,
  useNavigate,
  useNavigation,
  useNavigationType,
  useRevalidator,
  useRouteLoaderData,
} from 'react-router'
import { NavigationContext, type Navigation } from '#web/lib/navigation/navigation-context.ts'

/** Gives the components that the dashboard shares with the storefront the navigation of React Router. */
export function RouterNavigation({ children }: { children: ReactNode }) {
  const location = useLocation()
  const type = useNavigationType()
  const next = useNavigation().location
  const go = useNavigate()
  const { state, revalidate } = useRevalidator()
  const root: unknown = useRouteLoaderData('root')

  const navigation = useMemo<Navigation>(
    () => ({
      location,
      type,
      next,
      isRevalidating: state === 'loading',
      navigate: async (to, options) => go(to, options),
      revalidate,
      dataOf: (routeId) => (routeId === 'root' ? root : undefined),
    }),
    [location, type, next, state, go, revalidate, root],
  )
  return <NavigationContext value={navigation}>{children}</NavigationContext>
}
