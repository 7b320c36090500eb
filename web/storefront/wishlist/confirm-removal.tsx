import { links } from '#contract/links.ts'
import type { WishlistItem } from '#contract/people/wishlist.ts'
import { buttonStyle } from '#web/ui/button-style.ts'
import { Button } from '#web/ui/button.tsx'
import { wishlistForm } from '../wishlist-button.tsx'

/** Asks before a product is removed. It stands in for the dialog where the browser has sent the form by itself. */
export function ConfirmRemoval({ item: { productid, productname } }: { item: WishlistItem }) {
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
