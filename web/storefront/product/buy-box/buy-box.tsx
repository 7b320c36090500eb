import { useRef, useState, type ReactNode } from 'react'
import { openPage } from '#web/lib/browser/open-page.ts'
import { links } from '#contract/links.ts'
import type { ProductDetail, Variant } from '#contract/catalog/product.ts'
import { orderableUnits } from '#web/data/availability.ts'
import { errorMessage } from '#web/lib/api.ts'
import type { RefusedForm } from '#web/lib/on-server/form-action.ts'
import { Button } from '#web/ui/button.tsx'
import { QuantityBox } from '#web/ui/quantity-box.tsx'
import { WishlistTextButton } from '#web/storefront/cards/wishlist-button.tsx'
import { sendForm } from '#web/lib/browser/send-form.ts'
import { formKey } from '#web/lib/new-key.ts'
import { useShop } from '#web/data/shop.ts'
import { money } from '#web/lib/format/money.ts'
import { StickyBar } from './sticky-bar.tsx'

interface BuyBoxProps {
  product: ProductDetail
  chosen: Variant | undefined
  refused: RefusedForm | undefined
  /** The choice of a variant, which is part of the form. */
  children: ReactNode
}

/** Quantity, Add to Cart, Buy Now and the wishlist button. Before and without scripts the browser sends the form. */
export function BuyBox({ product, chosen, refused, children }: BuyBoxProps) {
  const { productid } = product
  const [quantity, setQuantity] = useState(Number(refused?.values['quantity']) || 1)
  const [failure, setFailure] = useState('')
  const shop = useShop()
  const buttons = useRef<HTMLDivElement>(null)
  const units = chosen ? orderableUnits(chosen) : 0
  const max = Math.max(units, 1)
  const validQuantity = Math.min(quantity, max)
  const refusal = failure || refused?.message

  async function add(form: HTMLFormElement) {
    if (!chosen) return
    setFailure('')
    const key = formKey(form)
    // It may load with this press.
    const changes = await import('#web/storefront/cards/card-changes.ts').catch(() => undefined)
    if (!changes) return sendForm(form, 'add')
    try {
      await changes.addUnits(product, { variant: chosen, quantity: validQuantity, key })
    } catch (error) {
      setFailure(errorMessage(error, 'Failed to add to cart'))
    }
  }

  /** Opens the checkout for this item only; the cart stays unchanged. */
  function buyNow() {
    if (chosen)
      void openPage(links.checkout({ productid, variantid: chosen.variantid, quantity: validQuantity }))
  }

  return (
    <form
      method="post"
      action={links.product(productid)}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const { submitter } = event.nativeEvent
        if (submitter?.getAttribute('value') === 'buy') buyNow()
        else void add(event.currentTarget)
      }}
    >
      {children}
      <div className="mt-8">
        <input type="hidden" name="variant" value={chosen?.variantid ?? ''} />
        {units > 0 ? (
          <>
            <QuantityBox value={validQuantity} max={max} onChange={setQuantity} />
            {refusal && (
              <p role="alert" className="mt-3 text-danger">
                {refusal}
              </p>
            )}
            <div ref={buttons} className="mt-4 grid gap-3 sm:grid-cols-2 md:grid-cols-1 xl:grid-cols-2">
              <Button type="submit" name="do" value="add">
                Add to Cart
              </Button>
              <Button type="submit" name="do" value="buy" kind="secondary">
                Buy Now
              </Button>
            </div>
            <StickyBar buttons={buttons}>
              <p className="min-w-0 flex-1 leading-tight">
                <span className="line-clamp-1 text-sm text-quiet">{product.productname}</span>
                <span className="font-medium tabular">{money(chosen?.saleprice ?? 0, shop)}</span>
              </p>
              <Button type="submit" name="do" value="add">
                Add to Cart
              </Button>
            </StickyBar>
          </>
        ) : (
          <>
            <p id="sold-out" className="mb-4 text-quiet">
              {product.instock
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
    </form>
  )
}
