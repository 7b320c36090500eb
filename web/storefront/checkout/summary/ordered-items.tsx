import { useId, useRef } from 'react'
import { openPage } from '#web/lib/browser/open-page.ts'
import type { CheckoutLine } from '#contract/orders/checkout.ts'
import { links } from '#contract/links.ts'
import { useCartChange } from '#web/data/cart/cart.ts'
import type { MoneyFormat } from '#web/lib/format/money.ts'
import { inlineLink } from '#web/storefront/account/narrow-page.tsx'
import { hasPriceChange } from '../checkout-body.ts'
import { ReviewLine } from './review-line.tsx'
import type { BuyNowItem } from '../buy-now-item.ts'

interface OrderedItemsProps {
  lines: readonly CheckoutLine[]
  /** Set in a Buy Now checkout. */
  item: BuyNowItem | undefined
  format: MoneyFormat
  errorOf(name: string): string | undefined
}

/** The ordered lines, with the actions that solve their problems. */
export function OrderedItems({ lines, item, format, errorOf }: OrderedItemsProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { mutate } = useCartChange()

  function change(line: CheckoutLine, quantity: number) {
    // The pressed button disappears with its problem.
    heading.current?.focus()
    const { productid, variantid } = line
    if (item) {
      const to = links.checkout({ productid, variantid, quantity })
      return void openPage(to, { replace: true })
    }
    const cartLine = { ...line, id: 0, productimages: [] }
    mutate(quantity === 0 ? { kind: 'remove', line: cartLine } : { kind: 'set', line: cartLine, quantity })
  }

  const repriced = lines.filter(hasPriceChange)
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 ref={heading} tabIndex={-1} className="font-display text-2xl outline-none">
          Order Summary
        </h2>
        {item ? (
          <a href={links.product(item.productid)} className={inlineLink}>
            Back to product
          </a>
        ) : (
          <a href={links.cart()} className={inlineLink}>
            Edit cart
          </a>
        )}
      </div>
      <ul aria-label="Items of your order" className="mt-3 divide-y divide-line border-b border-line">
        {lines.map((line) => (
          <ReviewLine
            key={line.variantid}
            line={line}
            error={errorOf(`variant.${line.variantid}`)}
            format={format}
            onSet={(quantity) => change(line, quantity)}
            onRemove={item ? undefined : () => change(line, 0)}
          />
        ))}
      </ul>
      {repriced.length > 0 && (
        // Every further price change needs a new confirmation.
        <ConfirmPrices
          key={repriced.map(({ variantid, productprice }) => `${variantid} ${productprice}`).join()}
          error={errorOf('confirmed')}
        />
      )}
    </>
  )
}

/** Asks to accept prices that have changed since the items were added. */
function ConfirmPrices({ error }: { error: string | undefined }) {
  const id = useId()
  return (
    <div className="mt-4 rounded-xs border border-warning p-4">
      <label className="flex cursor-pointer items-start gap-3">
        <input
          type="checkbox"
          name="confirmed"
          aria-invalid={error ? true : undefined}
          aria-describedby={error && id}
          className="mt-0.5 size-5 shrink-0 cursor-pointer accent-ink"
        />
        Some prices have changed. I accept the new prices.
      </label>
      {error && (
        <p id={id} className="mt-2 text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </div>
  )
}
