import { useRef, useState } from 'react'
import type { WishlistItem } from '#contract/wishlist.ts'
import { useWishlistChange } from '../../data/wishlist.ts'
import { focusAfterWait } from '../../lib/focus.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { wishlistColumns } from './wishlist-columns.ts'
import { WishlistCard } from './wishlist-card.tsx'

/** The products, each to be moved to the cart or, once confirmed, removed. */
export function WishlistGrid({ items }: { items: WishlistItem[] }) {
  const list = useRef<HTMLUListElement>(null)
  const [asked, setAsked] = useState<WishlistItem>()
  const { mutate } = useWishlistChange()

  /** What had the focus goes away with its card: the next one gets it, or the heading of the page. */
  function leave({ productid }: WishlistItem) {
    // By its number: while the question was open the list may have been read anew.
    const at = items.findIndex((item) => item.productid === productid)
    const next = items[at + 1] ?? items[at - 1]
    const card = (id?: number) => list.current?.querySelector<HTMLElement>(`[data-product="${id}"]`)
    const to = card(next?.productid)?.querySelector('button') ?? document.querySelector('h1')
    focusAfterWait(card(productid), to, { preventScroll: true })
  }

  return (
    <>
      <ul ref={list} aria-label="Products on your wishlist" className={wishlistColumns}>
        {items.map((item) => (
          <li key={item.productid} data-product={item.productid} className="flex flex-col">
            <WishlistCard item={item} onRemove={() => setAsked(item)} onMoved={() => leave(item)} />
          </li>
        ))}
      </ul>
      {asked && (
        <ConfirmDialog
          title="Remove from your wishlist?"
          text={asked.productname}
          confirm="Remove"
          onClose={() => setAsked(undefined)}
          onConfirm={() => {
            leave(asked)
            mutate({ kind: 'remove', product: asked })
          }}
        />
      )}
    </>
  )
}
