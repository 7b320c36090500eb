import type { PersonalData } from '#web/lib/query-client.ts'
import { links } from '#contract/links.ts'
import { hasResponse } from '#web/lib/api.ts'
import { money } from '#web/lib/format/money.ts'
import { usePersonalData } from '#web/data/visitor/personal-data.ts'
import { useSharedWishlist } from '#web/data/wishlist.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { FailedState } from '#web/ui/feedback/failed-state.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { ProductGrid } from '../cards/product-grid.tsx'
import { WishlistSkeleton } from './wishlist-skeleton.tsx'
import { withQueries } from '#web/storefront/with-queries.tsx'

interface SharedWishlistProps {
  token: string
  loaded: { personal: PersonalData; isMissing: boolean } | undefined
}

function SharedWishlist({ token, loaded }: SharedWishlistProps) {
  usePersonalData(loaded?.personal)
  const { data, error, refetch } = useSharedWishlist(token)
  const items = data?.filter(({ available }) => available)
  return (
    <div className="page-width min-h-dvh py-10 lg:py-16">
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
        ) : items || loaded?.isMissing || (error && hasResponse(error)) ? (
          <EmptyState
            icon="heart"
            title={items ? 'This wishlist is empty' : 'This wishlist is no longer shared'}
            text="Browse the shop instead."
          >
            <LinkButton href={links.products()} kind="primary">
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

export default withQueries(SharedWishlist)
