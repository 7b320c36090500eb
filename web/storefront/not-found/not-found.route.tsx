import { callContext } from '#web/lib/on-server/page-context.ts'
import type { Route } from './+types/not-found.route.ts'
import { notFound } from './not-found.ts'
import { NotFoundPage } from './not-found-page.tsx'

export function loader({ context }: Route.LoaderArgs) {
  return notFound(context.get(callContext))
}

export default function NotFoundRoute({ loaderData }: Route.ComponentProps) {
  return <NotFoundPage categories={loaderData.categories} />
}
