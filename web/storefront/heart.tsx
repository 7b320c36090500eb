import { useQueryClient } from '@tanstack/react-query'
import type { ProductCard } from '#contract/product.ts'
import { useIsWished, wishToggle, type WishlistChange } from '../data/wishlist.ts'
import { Icon } from '../ui/icon.tsx'

interface HeartProps {
  product: ProductCard
  onChange(change: WishlistChange): void
}

/** Puts a product on the wishlist and takes it off. */
export function Heart({ product, onChange }: HeartProps) {
  const client = useQueryClient()
  const wished = useIsWished(product.productid)
  return (
    <button
      type="button"
      aria-label={`Add ${product.productname} to wishlist`}
      aria-pressed={wished}
      onClick={() => onChange(wishToggle(client, product))}
      className="group/heart grid size-[44px] cursor-pointer place-items-center noscript:hidden"
    >
      <span className="grid size-[36px] place-items-center rounded-full bg-card/90 transition-colors duration-150 group-hover/heart:bg-card group-aria-pressed/heart:text-count motion-reduce:transition-none">
        <Icon name="heart" filled={wished} className="size-[20px]" />
      </span>
    </button>
  )
}
