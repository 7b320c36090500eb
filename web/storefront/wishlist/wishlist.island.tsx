import type { ActionData } from '#web/lib/on-server/route.ts'
import type { wishlistAction } from './wishlist-action.ts'
import { links } from '#contract/links.ts'
import type { WishlistItem } from '#contract/wishlist/wishlist.ts'
import { useWishlist } from '#web/data/wishlist.ts'
import { buttonStyle } from '#web/ui/button-style.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { FailedState } from '#web/ui/feedback/failed-state.tsx'
import { FormAlert } from '#web/ui/form/form-alert.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { wishlistForm } from '../cards/wishlist-button.tsx'
import { ShareWishlist } from './share-wishlist.tsx'
import { WishlistGrid } from './wishlist-grid.tsx'
import { WishlistSkeleton } from './wishlist-skeleton.tsx'
import { withQueries } from '#web/storefront/with-queries.tsx'

function Wishlist({ answered }: { answered: ActionData<typeof wishlistAction> }) {
  const { items, isError, refetch } = useWishlist()
  const asked =
    answered && 'asked' in answered && items?.find(({ productid }) => productid === answered.asked)
  return (
    <div className="page-width min-h-dvh py-10 lg:py-16">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <h1 tabIndex={-1} className="font-display text-display">
          Wishlist
        </h1>
        <a
          href={links.products()}
          className="flex min-h-11 items-center font-medium underline underline-offset-4 hover:decoration-2"
        >
          Continue Shopping
        </a>
      </div>
      <div className="mt-8 lg:mt-10">
        {asked && <ConfirmRemoval item={asked} />}
        {answered?.message && <FormAlert text={answered.message} />}
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
              <LinkButton href={links.products()} kind="primary">
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

/** Asks before a product is removed. It stands in for the dialog where the browser has sent the form by itself. */
function ConfirmRemoval({ item: { productid, productname } }: { item: WishlistItem }) {
  return (
    <section aria-labelledby="confirm-removal" className="mb-8 max-w-xl rounded-xs bg-card p-5 sm:p-8">
      <h2 id="confirm-removal" className="font-display text-2xl">
        Remove from your wishlist?
      </h2>
      <p className="mt-2 wrap-anywhere">{productname}</p>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button type="submit" form={wishlistForm} name="remove" value={productid}>
          Remove
        </Button>
        <a href={links.wishlist()} className={buttonStyle('quiet')}>
          Cancel
        </a>
      </div>
    </section>
  )
}

export default withQueries(Wishlist)
