import { links } from '#contract/links.ts'
import { wasAnswered } from '../../data/personal-change.ts'
import { useSharedWishlist } from '../../data/wishlist.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailedState } from '../../ui/failed-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { NeedsScript } from '../needs-script.tsx'
import { PageHead } from '../page-head.tsx'
import { ProductGrid } from '../product-grid.tsx'
import type { Route } from './+types/shared-wishlist.route.ts'
import { WishlistSkeleton } from './wishlist-skeleton.tsx'

export default function SharedWishlist({ params: { token } }: Route.ComponentProps) {
  const { data, error, refetch } = useSharedWishlist(token)
  const items = data?.filter(({ available }) => available)
  return (
    <div className="page-width min-h-dvh py-10 lg:py-16">
      <PageHead title="A shared wishlist" noindex />
      <h1 tabIndex={-1} className="font-display text-display">
        A shared wishlist
      </h1>
      <NeedsScript what="A shared wishlist" />
      <div className="mt-8 noscript:hidden lg:mt-10">
        {items && items.length > 0 ? (
          <ProductGrid products={items} headingLevel={2} to={({ productid }) => links.product(productid)} />
        ) : items || (error && wasAnswered(error)) ? (
          <EmptyState
            icon="heart"
            title={items ? 'This wishlist is empty' : 'This wishlist is not shared any more'}
            text="There is more to find in the shop."
          >
            <LinkButton to={links.products()} kind="primary">
              See all products
            </LinkButton>
          </EmptyState>
        ) : error ? (
          <FailedState text="This wishlist cannot be shown right now." onRetry={() => void refetch()} />
        ) : (
          <WishlistSkeleton />
        )}
      </div>
    </div>
  )
}
