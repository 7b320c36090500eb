import { links } from '#contract/links.ts'
import { useWishlist } from '#web/data/wishlist.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { ProductGrid } from '../cards/product-grid.tsx'
import { Panel } from './panel.tsx'

const PRODUCTS_SHOWN = 4

/** The first products of the wishlist with a link to all. */
export function WishlistPanel() {
  const { items, isError, refetch } = useWishlist()
  return (
    <Panel title="Wishlist">
      <Loaded query={{ data: items, isError, refetch }} skeleton={<Skeleton className="h-96" />}>
        {(products) =>
          products.length === 0 ? (
            <EmptyState
              icon="heart"
              title="Your wishlist is empty"
              text="Browse products and add them to your wishlist."
            >
              <LinkButton kind="primary" href={links.products()}>
                Start Shopping
              </LinkButton>
            </EmptyState>
          ) : (
            <>
              <ProductGrid products={products.slice(0, PRODUCTS_SHOWN)} />
              <LinkButton href={links.wishlist()} className="mt-8">
                Open wishlist
              </LinkButton>
            </>
          )
        }
      </Loaded>
    </Panel>
  )
}
