import type { ProductCard } from '#contract/catalog/product.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'

/** The id of the form that all wishlist buttons of a page send before or without scripts. */
export const wishlistForm = 'wishlist-form'

/** Adds a product to the wishlist or removes it. `layout/card-actions.ts` answers it, `layout/show-visitor.ts` shows its state. */
export function WishlistButton({ product }: { product: ProductCard }) {
  return (
    <button
      form={wishlistForm}
      name="add"
      value={product.productid}
      aria-label={`Add ${product.productname} to wishlist`}
      aria-pressed={false}
      suppressHydrationWarning
      data-wishlist
      className="group/wishlist grid size-[44px] cursor-pointer place-items-center"
    >
      <span className="grid size-[36px] place-items-center rounded-full bg-card/90 transition-colors duration-150 group-hover/wishlist:bg-card group-aria-pressed/wishlist:text-count motion-reduce:transition-none">
        <Icon name="heart" className="size-[20px] group-aria-pressed/wishlist:fill-current" />
      </span>
    </button>
  )
}

/** The wishlist button of the product page, with a label. */
export function WishlistTextButton({ product }: { product: ProductCard }) {
  return (
    <Button
      kind="quiet"
      type="submit"
      form={wishlistForm}
      name="add"
      value={product.productid}
      aria-pressed={false}
      suppressHydrationWarning
      data-wishlist
      data-card={JSON.stringify(product)}
      className="group/wishlist mt-3 w-full"
    >
      <Icon
        name="heart"
        className="size-5 group-aria-pressed/wishlist:fill-current group-aria-pressed/wishlist:text-count"
      />
      <span>
        <span className="group-aria-pressed/wishlist:hidden">Add to Wishlist</span>
        <span className="not-group-aria-pressed/wishlist:hidden">In your wishlist</span>
        <span className="sr-only">: {product.productname}</span>
      </span>
    </Button>
  )
}
