import { isRouteErrorResponse, useLocation } from 'react-router'
import type { Category } from '#contract/category.ts'
import { links } from '#contract/links.ts'
import { buttonStyle } from '../../ui/button-style.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { NotFoundPage } from '../not-found/not-found-page.tsx'
import { PageHead } from '../page-head.tsx'

/** What a shopper sees where a page could not be made: nothing there, or a fault of ours. */
export function ErrorPage({ error }: { error: unknown }) {
  const { pathname, search } = useLocation()
  if (isRouteErrorResponse(error) && error.status === 404) {
    return <NotFoundPage categories={(error.data as { categories?: Category[] } | null)?.categories ?? []} />
  }
  return (
    <div className="page-width max-w-xl py-24 text-center">
      <PageHead title="This page cannot be shown" noindex />
      <h1 tabIndex={-1} className="font-display text-display">
        This page cannot be shown right now
      </h1>
      <p className="mt-4 text-lg text-quiet">
        Something went wrong on our side. Nothing you did caused it, and nothing is lost.
      </p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        {/* A full load: what broke may be the script. */}
        <a href={pathname + search} className={buttonStyle('primary')}>
          Try again
        </a>
        <LinkButton to={links.home()} reloadDocument>
          Go to the home page
        </LinkButton>
      </div>
    </div>
  )
}
