import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { links } from '#contract/links.ts'
import type { ProductDetail, Variant } from '#contract/catalog/product.ts'
import { newLine } from '../../../data/cart-change.ts'
import { useCartChange } from '../../../data/cart.ts'
import { errorMessage } from '../../../lib/api.ts'
import { Button } from '../../../ui/button.tsx'
import { QuantityBox } from '../../../ui/quantity-box.tsx'
import { WishlistTextButton } from '../../wishlist-button.tsx'
import { availableStock } from './variant-choice.ts'
import { newIdempotencyKey } from '../../../lib/new-key.ts'

interface BuyBoxProps {
  product: ProductDetail
  chosen: Variant | undefined
}

const MAX_QUANTITY = 999

/** Quantity, Add to Cart, Buy Now and the wishlist button. */
export function BuyBox({ product, chosen }: BuyBoxProps) {
  const box = useRef<HTMLDivElement>(null)
  const [quantity, setQuantity] = useState(1)
  const [isChoiceMissing, setIsChoiceMissing] = useState(false)
  const navigate = useNavigate()
  const cart = useCartChange()
  const stock = availableStock(product.variants, chosen)
  const max = Math.min(Math.max(chosen ? stock : MAX_QUANTITY, 1), MAX_QUANTITY)
  const validQuantity = Math.min(quantity, max)

  /** Returns the chosen variant, or moves the focus to the options. */
  function requireChoice(): Variant | undefined {
    setIsChoiceMissing(!chosen)
    // The options belong to the sibling component `VariantPicker`.
    if (!chosen) box.current?.parentElement?.querySelector<HTMLElement>('input[type=radio]')?.focus()
    return chosen
  }

  function add() {
    const variant = requireChoice()
    if (variant)
      cart.mutate({ kind: 'add', line: newLine(product, variant, validQuantity), key: newIdempotencyKey() })
  }

  /** Opens the checkout for this item only; the cart stays unchanged. */
  function buyNow() {
    const variant = requireChoice()
    const { productid } = product
    if (variant)
      void navigate(links.checkout({ productid, variantid: variant.variantid, quantity: validQuantity }))
  }

  return (
    <div ref={box} className="mt-8 noscript:hidden">
      {stock > 0 ? (
        <>
          <QuantityBox value={validQuantity} max={max} onChange={setQuantity} />
          <p role="alert" className="mt-3 text-danger empty:mt-0">
            {isChoiceMissing && !chosen && missingChoiceMessage(product)}
          </p>
          {cart.error && (
            <p className="mt-3 text-danger">{errorMessage(cart.error, 'Failed to add to cart')}</p>
          )}
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
              ? 'This option is sold out. Other options are available.'
              : 'Sold out. Add it to your wishlist to find it later.'}
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
      <WishlistTextButton product={product} />
    </div>
  )
}

function missingChoiceMessage({ options }: ProductDetail): string {
  const names = options.map(({ name }) => name.toLowerCase())
  return `Select ${names.join(' and ')} to continue.`
}
