import { Link } from '#web/lib/navigation/navigation.ts'
import { links } from '#contract/links.ts'
import { useWishlist } from '#web/data/wishlist.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { FailedState } from '#web/ui/feedback/failed-state.tsx'
import { FormAlert } from '#web/ui/form/form.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { PageHead } from '../page-head.tsx'
import type { Route } from './+types/wishlist.route.ts'
import { ConfirmRemoval } from './confirm-removal.tsx'
import { ShareWishlist } from './share-wishlist.tsx'
import { wishlistAction } from './wishlist-action.ts'
import { WishlistGrid } from './wishlist-grid.tsx'
import { WishlistSkeleton } from './wishlist-skeleton.tsx'

export const action = ({ context }: Route.ActionArgs) => wishlistAction(context)

export default function Wishlist({ actionData }: Route.ComponentProps) {
  const { items, isError, refetch } = useWishlist()
  const asked =
    actionData && 'asked' in actionData && items?.find(({ productid }) => productid === actionData.asked)
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
      <div className="mt-8 lg:mt-10">
        {asked && <ConfirmRemoval item={asked} />}
        {actionData?.message && <FormAlert text={actionData.message} />}
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
