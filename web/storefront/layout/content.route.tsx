import { Outlet } from '#web/lib/navigation/navigation.ts'
import type { Route } from './+types/content.route.ts'
import { ErrorPage } from './error-page.tsx'

/** The page inside the frame. A page that fails leaves the frame as it is. */
export default function Content() {
  return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />
}
