import { useRef, useState } from 'react'
import type { WishlistItem } from '#contract/wishlist/wishlist.ts'
import { useWishlistChange } from '#web/data/wishlist.ts'
import { focusAfterWait, pageHeading } from '#web/lib/browser/focus.ts'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { wishlistColumns } from './wishlist-skeleton.tsx'
import { WishlistCard } from './wishlist-card.tsx'

/** The products of the wishlist, to move to the cart or to remove. */
export function WishlistGrid({ items }: { items: WishlistItem[] }) {
  const list = useRef<HTMLUListElement>(null)
  const [removing, setRemoving] = useState<WishlistItem>()
  const { mutate } = useWishlistChange()

  /** Moves the focus from a card that disappears to the next one, or to the heading of the page. */
  function moveFocusFrom({ productid }: WishlistItem) {
    // By id, because the list may have changed while the dialog was open.
    const index = items.findIndex((item) => item.productid === productid)
    const cards = list.current?.children
    // Query instead of a ref: the button belongs to `ProductCard`.
    const button = (cards?.[index + 1] ?? cards?.[index - 1])?.querySelector('button')
    focusAfterWait(cards?.[index], button ?? pageHeading(), { preventScroll: true })
  }

  return (
    <>
      <ul ref={list} aria-label="Products in your wishlist" className={wishlistColumns}>
        {items.map((item) => (
          <li key={item.productid} data-product={item.productid} className="flex flex-col">
            <WishlistCard
              item={item}
              onRemove={() => setRemoving(item)}
              onMoved={() => moveFocusFrom(item)}
            />
          </li>
        ))}
      </ul>
      {removing && (
        <ConfirmDialog
          title="Remove from your wishlist?"
          text={removing.productname}
          confirm="Remove"
          onClose={() => setRemoving(undefined)}
          onConfirm={() => {
            moveFocusFrom(removing)
            mutate({ kind: 'remove', product: removing })
          }}
        />
      )}
    </>
  )
}
