import { isRouteErrorResponse } from 'react-router'
import type { Category } from '#contract/catalog/category.ts'
import { links } from '#contract/links.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { NotFoundPage } from '../not-found/not-found-page.tsx'
import { PageHead } from '../page-head.tsx'

/** The page for an error: not found, or a failure of the server. */
export function ErrorPage({ error }: { error: unknown }) {
  if (isRouteErrorResponse(error) && error.status === 404) {
    return <NotFoundPage categories={(error.data as { categories?: Category[] } | null)?.categories ?? []} />
  }
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
        {/* An empty address loads the page again. */}
        <LinkButton kind="primary" href="">
          Try again
        </LinkButton>
        <LinkButton href={links.home()}>Back to home</LinkButton>
      </div>
    </div>
  )
}
