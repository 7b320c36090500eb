import type { ReactNode } from 'react'
import { links } from '#contract/links.ts'
import type { WishlistItem } from '#contract/wishlist.ts'
import { newLine } from '../../data/cart-change.ts'
import { useCartChange } from '../../data/cart.ts'
import { useWishlistChange } from '../../data/wishlist.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { ProductPicture } from '../../ui/picture.tsx'
import { ProductCard } from '../product-card.tsx'

interface WishlistCardProps {
  item: WishlistItem
  onRemove: () => void
  /** It went to the cart. */
  onMoved: () => void
}

/** A product of the wishlist with what can be done with it. */
export function WishlistCard({ item, onRemove, onMoved }: WishlistCardProps) {
  const { productid, productname } = item
  const remove = (
    <button
      type="button"
      aria-label={`Remove ${productname} from wishlist`}
      onClick={onRemove}
      className="group/remove grid size-[44px] cursor-pointer place-items-center"
    >
      <span className="grid size-[36px] place-items-center rounded-full bg-card/90 transition-colors duration-150 group-hover/remove:bg-card">
        <Icon name="close" className="size-[20px]" />
      </span>
    </button>
  )
  if (!item.available) return <FormerProduct item={item}>{remove}</FormerProduct>
  return (
    <>
      <div className="grow">
        <ProductCard product={item} headingLevel={2} to={links.product(productid)} action={remove} />
      </div>
      {item.simple && item.instock ? (
        <MoveToCart item={item} onMoved={onMoved} />
      ) : (
        <LinkButton
          to={links.product(productid)}
          aria-label={`${item.instock ? 'Choose options' : 'Sold out: see'} ${productname}`}
          className="mt-4 w-full px-2! max-sm:text-sm"
        >
          {item.instock ? 'Choose options' : 'See product'}
        </LinkButton>
      )}
    </>
  )
}

function MoveToCart({ item, onMoved }: Omit<WishlistCardProps, 'onRemove'>) {
  const cart = useCartChange()
  const wishlist = useWishlistChange()

  async function move() {
    await cart.mutateAsync({ kind: 'add', line: newLine(item, undefined, 1), key: crypto.randomUUID() })
    onMoved()
    await wishlist.mutateAsync({ kind: 'remove', product: item, quiet: true })
  }

  return (
    <Button
      kind="secondary"
      aria-label={`Move to Cart: ${item.productname}`}
      aria-disabled={cart.isPending}
      // What fails is said by the change itself.
      onClick={() => !cart.isPending && void move().catch(() => {})}
      className="mt-4 w-full px-2! max-sm:text-sm"
    >
      Move to Cart
    </Button>
  )
}

/** What the shop no longer shows: nothing to open, only to remove. */
function FormerProduct({ item, children }: { item: WishlistItem; children: ReactNode }) {
  const [picture] = item.pictures
  return (
    <article className="relative">
      <div className="aspect-square overflow-hidden rounded-xs bg-ground">
        {picture && (
          <ProductPicture picture={picture} sizes="340px" alt="" className="size-full opacity-50" />
        )}
      </div>
      <h2 className="mt-3 line-clamp-2">{item.productname}</h2>
      <p className="mt-1 text-quiet">No longer in the shop</p>
      <div className="absolute top-1 right-1">{children}</div>
    </article>
  )
}
