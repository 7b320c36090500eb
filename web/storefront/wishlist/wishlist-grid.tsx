import { useRef, useState } from 'react'
import type { WishlistItem } from '#contract/wishlist.ts'
import { useWishlistChange } from '../../data/wishlist.ts'
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
    requestAnimationFrame(() => {
      const card =
        next && list.current?.querySelector<HTMLElement>(`[data-product="${next.productid}"] button`)
      ;(card ?? document.querySelector<HTMLElement>('h1'))?.focus({ preventScroll: true })
    })
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
          onClose={(confirmed) => {
            setAsked(undefined)
            if (!confirmed) return
            leave(asked)
            mutate({ kind: 'remove', product: asked })
          }}
        />
      )}
    </>
  )
}
