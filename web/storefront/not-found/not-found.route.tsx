import { callContext } from '#web/lib/on-server/page-context.ts'
import { notFound } from './not-found.ts'
import { NotFoundPage } from './not-found-page.tsx'
import type { LoaderArgs, PageProps } from '#web/lib/on-server/route.ts'

export function loader({ context }: LoaderArgs) {
  return notFound(context.get(callContext))
}

export default function NotFoundRoute({ loaderData }: PageProps<typeof loader>) {
  return <NotFoundPage categories={loaderData.categories} />
}
