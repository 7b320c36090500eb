import { links } from '#contract/links.ts'
import { hasResponse } from '#web/lib/api.ts'
import { money } from '#web/lib/format/money.ts'
import { getSharedWishlist } from '#contract/wishlist/wishlist.ts'
import { usePersonalData } from '#web/data/personal-data.ts'
import { sharedWishlistKey, useSharedWishlist } from '#web/data/wishlist.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { FailedState } from '#web/ui/feedback/failed-state.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { loadRecord } from '../layout/personal-data.ts'
import { PageHead } from '../page-head.tsx'
import { ProductGrid } from '../product-grid.tsx'
import type { Route } from './+types/shared-wishlist.route.ts'
import { WishlistSkeleton } from './wishlist-skeleton.tsx'

export const loader = ({ context, params: { token } }: Route.LoaderArgs) =>
  loadRecord(context, { key: sharedWishlistKey(token), endpoint: getSharedWishlist, input: { token } })

export default function SharedWishlist({ params: { token }, loaderData }: Route.ComponentProps) {
  usePersonalData(loaderData?.personal)
  const { data, error, refetch } = useSharedWishlist(token)
  const items = data?.filter(({ available }) => available)
  return (
    <div className="page-width min-h-dvh py-10 lg:py-16">
      <PageHead title="Shared wishlist" noindex />
      <h1 tabIndex={-1} className="font-display text-display">
        Shared wishlist
      </h1>
      <div className="mt-8 lg:mt-10">
        {items && items.length > 0 ? (
          <ProductGrid
            products={items}
            headingLevel={2}
            to={({ productid }) => links.product(productid)}
            format={money}
          />
        ) : items || loaderData?.isMissing || (error && hasResponse(error)) ? (
          <EmptyState
            icon="heart"
            title={items ? 'This wishlist is empty' : 'This wishlist is no longer shared'}
            text="Browse the shop instead."
          >
            <LinkButton to={links.products()} kind="primary">
              See all products
            </LinkButton>
          </EmptyState>
        ) : error ? (
          <FailedState text="We couldn’t load this wishlist." onRetry={() => void refetch()} />
        ) : (
          <WishlistSkeleton />
        )}
      </div>
    </div>
  )
}
