import { lazy } from 'react'
import { isRouteErrorResponse } from '#web/lib/navigation/navigation.ts'
import type { Category } from '#contract/catalog/category.ts'
import { links } from '#contract/links.ts'
import { UnreachablePageError } from '#web/lib/navigation/load-page.ts'
import { ReloadLink } from '#web/ui/feedback/reload-link.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { NotFoundPage } from '../not-found/not-found-page.tsx'
import { loadOffline } from '../offline/load-offline.ts'
import { PageHead } from '../page-head.tsx'

// It is there before the connection is lost. Without it the plain page has to do.
const UnreachablePage = lazy(async () => ({ default: (await loadOffline())?.OfflinePage ?? FailedPage }))

/** The page for an error: not found, no connection, or a failure of the server. */
export function ErrorPage({ error }: { error: unknown }) {
  if (isRouteErrorResponse(error) && error.status === 404) {
    return <NotFoundPage categories={(error.data as { categories?: Category[] } | null)?.categories ?? []} />
  }
  return error instanceof UnreachablePageError ? <UnreachablePage /> : <FailedPage />
}

function FailedPage() {
  return (
    <div className="page-width max-w-xl py-24 text-center">
      <PageHead title="We can’t load this page" noindex />
      <h1 tabIndex={-1} className="font-display text-display">
        We can’t load this page right now
      </h1>
      <p className="mt-4 text-lg text-quiet">
        Something went wrong on our end. Your cart is safe. Please try again.
      </p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <ReloadLink />
        <LinkButton to={links.home()} reloadDocument>
          Back to home
        </LinkButton>
      </div>
    </div>
  )
}
