import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { links } from '#contract/links.ts'
import type { ProductDetail, Variant } from '#contract/product.ts'
import { newLine } from '../../data/cart-change.ts'
import { useCartChange } from '../../data/cart.ts'
import { wordsOf } from '../../data/personal-change.ts'
import { useIsWished, useWishlistChange, wishToggle } from '../../data/wishlist.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { QuantityBox } from '../../ui/quantity-box.tsx'
import { stockOf } from './variant-choice.ts'

interface BuyBoxProps {
  product: ProductDetail
  chosen: Variant | undefined
}

const mostPieces = 999

/** How many, and into the cart with it; or onto the wishlist. */
export function BuyBox({ product, chosen }: BuyBoxProps) {
  const box = useRef<HTMLDivElement>(null)
  const [quantity, setQuantity] = useState(1)
  const [missing, setMissing] = useState(false)
  const navigate = useNavigate()
  const cart = useCartChange()
  const stock = stockOf(product.variants, chosen)
  const max = Math.min(Math.max(chosen ? stock : mostPieces, 1), mostPieces)
  const wanted = Math.min(quantity, max)

  /** The choice; without one the focus goes to where it is made. */
  function requireChoice(): Variant | undefined {
    setMissing(!chosen)
    if (!chosen) box.current?.parentElement?.querySelector<HTMLElement>('input[type=radio]')?.focus()
    return chosen
  }

  function add() {
    const variant = requireChoice()
    if (variant)
      cart.mutate({ kind: 'add', line: newLine(product, variant, wanted), key: crypto.randomUUID() })
  }

  /** Past the cart, which stays as it is. */
  function buyNow() {
    const variant = requireChoice()
    const { productid } = product
    if (variant) void navigate(links.checkout({ productid, variantid: variant.variantid, quantity: wanted }))
  }

  return (
    <div ref={box} className="mt-8 noscript:hidden">
      {stock > 0 ? (
        <>
          <QuantityBox value={wanted} max={max} onChange={setQuantity} />
          <p role="alert" className="mt-3 text-danger empty:mt-0">
            {missing && !chosen && pleaseChoose(product)}
          </p>
          {cart.error && <p className="mt-3 text-danger">{wordsOf(cart.error, 'Failed to add to cart')}</p>}
          <div className="mt-4 grid gap-3 sm:grid-cols-2 md:grid-cols-1 xl:grid-cols-2">
            <Button onClick={add}>Add to Cart</Button>
            <Button kind="secondary" onClick={buyNow}>
              Buy Now
            </Button>
          </div>
        </>
      ) : (
        <>
          <p id="sold-out" className="mb-4 text-quiet">
            {chosen && product.instock
              ? 'This one is sold out. Another choice can be had.'
              : 'Sold out for now. On your wishlist you will find it again.'}
          </p>
          <div className="grid gap-3 sm:grid-cols-2 md:grid-cols-1 xl:grid-cols-2">
            <Button disabled aria-describedby="sold-out">
              Add to Cart
            </Button>
            <Button disabled kind="secondary" aria-describedby="sold-out">
              Buy Now
            </Button>
          </div>
        </>
      )}
      <WishButton product={product} />
    </div>
  )
}

function pleaseChoose({ options }: ProductDetail): string {
  const names = options.map(({ name }) => name.toLowerCase())
  return `Please choose ${names.join(' and ')} first.`
}

function WishButton({ product }: { product: ProductDetail }) {
  const client = useQueryClient()
  const wished = useIsWished(product.productid)
  const { mutate } = useWishlistChange()
  return (
    <Button
      kind="quiet"
      aria-pressed={wished}
      onClick={() => mutate(wishToggle(client, product))}
      className="mt-3 w-full"
    >
      <Icon name="heart" filled={wished} className={`size-5 ${wished ? 'text-count' : ''}`} />
      <span>
        {wished ? 'On your Wishlist' : 'Add to Wishlist'}
        <span className="sr-only">: {product.productname}</span>
      </span>
    </Button>
  )
}
