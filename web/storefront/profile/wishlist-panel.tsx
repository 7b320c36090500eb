import { links } from '#contract/links.ts'
import { useWishlist } from '../../data/wishlist.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ProductGrid } from '../product-grid.tsx'
import { Panel } from './panel.tsx'

const shown = 4

/** The first of what was kept, and the way to all of it. */
export function WishlistPanel() {
  const { items, isError, refetch } = useWishlist()
  return (
    <Panel title="Wishlist">
      <Loaded query={{ data: items, isError, refetch }} skeleton={<Skeleton className="h-96" />}>
        {(kept) =>
          kept.length === 0 ? (
            <EmptyState
              icon="heart"
              title="Your wishlist is empty"
              text="Browse products and add them to your wishlist."
            >
              <LinkButton kind="primary" to={links.products()}>
                Start Shopping
              </LinkButton>
            </EmptyState>
          ) : (
            <>
              <ProductGrid products={kept.slice(0, shown)} />
              <LinkButton to={links.wishlist()} className="mt-8">
                Open the wishlist
              </LinkButton>
            </>
          )
        }
      </Loaded>
    </Panel>
  )
}
