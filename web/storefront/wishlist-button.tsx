import { useQueryClient } from '@tanstack/react-query'
import type { ProductCard } from '#contract/catalog/product.ts'
import { useIsInWishlist, useWishlistChange, wishlistToggle, type WishlistChange } from '../data/wishlist.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'

/** The id of the form that all wishlist buttons of a page send before or without scripts. */
export const wishlistForm = 'wishlist-form'

interface WishlistButtonProps {
  product: ProductCard
  onChange(change: WishlistChange): void
}

/** Adds a product to the wishlist or removes it. */
export function WishlistButton({ product, onChange }: WishlistButtonProps) {
  const client = useQueryClient()
  const isInWishlist = useIsInWishlist(product.productid)
  return (
    <button
      form={wishlistForm}
      name="add"
      value={product.productid}
      aria-label={`Add ${product.productname} to wishlist`}
      aria-pressed={isInWishlist}
      onClick={(event) => {
        event.preventDefault()
        onChange(wishlistToggle(client, product))
      }}
      className="group/wishlist grid size-[44px] cursor-pointer place-items-center"
    >
      <span className="grid size-[36px] place-items-center rounded-full bg-card/90 transition-colors duration-150 group-hover/wishlist:bg-card group-aria-pressed/wishlist:text-count motion-reduce:transition-none">
        <Icon name="heart" filled={isInWishlist} className="size-[20px]" />
      </span>
    </button>
  )
}

/** The wishlist button of the product page, with a label. */
export function WishlistTextButton({ product }: { product: ProductCard }) {
  const client = useQueryClient()
  const isInWishlist = useIsInWishlist(product.productid)
  const { mutate } = useWishlistChange()
  return (
    <Button
      kind="quiet"
      type="submit"
      form={wishlistForm}
      name="add"
      value={product.productid}
      aria-pressed={isInWishlist}
      onClick={(event) => {
        event.preventDefault()
        mutate(wishlistToggle(client, product))
      }}
      className="mt-3 w-full"
    >
      <Icon name="heart" filled={isInWishlist} className={`size-5 ${isInWishlist ? 'text-count' : ''}`} />
      <span>
        {isInWishlist ? 'In your wishlist' : 'Add to Wishlist'}
        <span className="sr-only">: {product.productname}</span>
      </span>
    </Button>
  )
}
