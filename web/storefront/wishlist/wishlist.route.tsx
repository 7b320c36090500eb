import { Link } from 'react-router'
import { links } from '#contract/links.ts'
import { useWishlist } from '../../data/wishlist.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { FailedState } from '../../ui/feedback/failed-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { NeedsScript } from '../needs-script.tsx'
import { PageHead } from '../page-head.tsx'
import { ShareWishlist } from './share-wishlist.tsx'
import { WishlistGrid } from './wishlist-grid.tsx'
import { WishlistSkeleton } from './wishlist-skeleton.tsx'

export default function Wishlist() {
  const { items, isError, refetch } = useWishlist()
  return (
    <div className="page-width min-h-dvh py-10 lg:py-16">
      <PageHead title="Wishlist" path={links.wishlist()} noindex />
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <h1 tabIndex={-1} className="font-display text-display">
          Wishlist
        </h1>
        <Link
          to={links.products()}
          className="flex min-h-11 items-center font-medium underline underline-offset-4 hover:decoration-2"
        >
          Continue Shopping
        </Link>
      </div>
      <NeedsScript action="use the wishlist" />
      <div className="mt-8 noscript:hidden lg:mt-10">
        {items ? (
          items.length > 0 ? (
            <>
              <ShareWishlist />
              <WishlistGrid items={items} />
            </>
          ) : (
            <EmptyState
              icon="heart"
              title="Your wishlist is empty"
              text="Browse products and add them to your wishlist."
            >
              <LinkButton to={links.products()} kind="primary">
                Start Shopping
              </LinkButton>
            </EmptyState>
          )
        ) : isError ? (
          <FailedState text="We couldn’t load your wishlist." onRetry={() => void refetch()} />
        ) : (
          <WishlistSkeleton />
        )}
      </div>
    </div>
  )
}
