import type { ReactNode } from 'react'
import { links } from '#contract/links.ts'
import type { WishlistItem } from '#contract/wishlist/wishlist.ts'
import { newLine } from '#web/data/cart/cart-change.ts'
import { useCartChange } from '#web/data/cart/cart.ts'
import { useWishlistChange } from '#web/data/wishlist.ts'
import { money } from '#web/lib/format/money.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { ProductImage } from '#web/ui/image.tsx'
import { ProductCard } from '../cards/product-card.tsx'
import { newIdempotencyKey } from '#web/lib/new-key.ts'
import { wishlistForm } from '../cards/wishlist-button.tsx'

interface WishlistCardProps {
  item: WishlistItem
  onRemove: () => void
  /** Called when the product is in the cart. */
  onMoved: () => void
}

/** A product of the wishlist with its actions. */
export function WishlistCard({ item, onRemove, onMoved }: WishlistCardProps) {
  const { productid, productname } = item
  const remove = (
    <button
      form={wishlistForm}
      name="ask"
      value={productid}
      aria-label={`Remove ${productname} from wishlist`}
      onClick={(event) => {
        event.preventDefault()
        onRemove()
      }}
      className="group/remove grid size-[44px] cursor-pointer place-items-center"
    >
      <span className="grid size-[36px] place-items-center rounded-full bg-card/90 transition-colors duration-150 group-hover/remove:bg-card">
        <Icon name="close" className="size-[20px]" />
      </span>
    </button>
  )
  if (!item.available) return <UnavailableProduct item={item}>{remove}</UnavailableProduct>
  return (
    <>
      <div className="grow">
        <ProductCard
          product={item}
          headingLevel={2}
          to={links.product(productid)}
          format={money}
          action={remove}
        />
      </div>
      {item.simple && item.instock ? (
        <MoveToCartButton item={item} onMoved={onMoved} />
      ) : (
        <LinkButton
          href={links.product(productid)}
          aria-label={`${item.instock ? 'Choose options' : 'Sold out: view'} ${productname}`}
          className="mt-4 w-full px-2! max-sm:text-sm"
        >
          {item.instock ? 'Choose options' : 'View product'}
        </LinkButton>
      )}
    </>
  )
}

function MoveToCartButton({ item, onMoved }: Omit<WishlistCardProps, 'onRemove'>) {
  const cart = useCartChange()
  const wishlist = useWishlistChange()

  async function move() {
    await cart.mutateAsync({ kind: 'add', line: newLine(item, undefined, 1), key: newIdempotencyKey() })
    onMoved()
    await wishlist.mutateAsync({ kind: 'remove', product: item, silent: true })
  }

  return (
    <Button
      kind="secondary"
      type="submit"
      form={wishlistForm}
      name="move"
      value={item.productid}
      aria-label={`Move to Cart: ${item.productname}`}
      aria-disabled={cart.isPending}
      onClick={(event) => {
        event.preventDefault()
        // The mutation itself reports a failure.
        if (!cart.isPending) void move().catch(() => {})
      }}
      className="mt-4 w-full px-2! max-sm:text-sm"
    >
      Move to Cart
    </Button>
  )
}

/** A product that the shop no longer sells. It can only be removed. */
function UnavailableProduct({ item, children }: { item: WishlistItem; children: ReactNode }) {
  const [image] = item.images
  return (
    <article className="relative">
      <div className="aspect-square overflow-hidden rounded-xs bg-ground">
        {image && <ProductImage image={image} sizes="340px" alt="" className="size-full opacity-50" />}
      </div>
      <h2 className="mt-3 line-clamp-2">{item.productname}</h2>
      <p className="mt-1 text-quiet">No longer available</p>
      <div className="absolute top-1 right-1">{children}</div>
    </article>
  )
}
