import { useRef } from 'react'
import { Link, useNavigate } from 'react-router'
import type { CheckoutLine } from '#contract/checkout.ts'
import { links } from '#contract/links.ts'
import { useCartChange } from '../../data/cart.ts'
import type { MoneyFormat } from '../../lib/money.ts'
import { inlineLink } from '../account/narrow-page.tsx'
import { isRepriced } from './checkout-body.ts'
import { ConfirmPrices } from './confirm-prices.tsx'
import { Part } from './part.tsx'
import { ReviewLine } from './review-line.tsx'
import type { WantedItem } from './wanted-item.ts'

interface ReviewPartProps {
  lines: readonly CheckoutLine[]
  /** What is bought past the cart. */
  item: WantedItem | undefined
  format: MoneyFormat
  errorOf(name: string): string | undefined
}

/** What is about to be ordered. */
export function ReviewPart({ lines, item, format, errorOf }: ReviewPartProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const navigate = useNavigate()
  const { mutate } = useCartChange()

  function change(line: CheckoutLine, quantity: number) {
    // The button that was pressed goes with what it was for.
    heading.current?.focus()
    const { productid, variantid } = line
    if (item) {
      const to = links.checkout({ productid, variantid, quantity })
      return void navigate(to, { replace: true, preventScrollReset: true })
    }
    const ofCart = { ...line, id: 0, productimages: [] }
    mutate(quantity === 0 ? { kind: 'remove', line: ofCart } : { kind: 'set', line: ofCart, quantity })
  }

  const repriced = lines.filter(isRepriced)
  return (
    <Part title="Your order" headingRef={heading}>
      <ul aria-label="Items of your order" className="divide-y divide-line border-y border-line">
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
      <p className="text-quiet">
        {item ? (
          <Link to={links.product(item.productid)} className={inlineLink}>
            Back to the product
          </Link>
        ) : (
          <Link to={links.cart()} className={inlineLink}>
            Change the cart
          </Link>
        )}
      </p>
      {repriced.length > 0 && (
        // Another price has to be confirmed anew.
        <ConfirmPrices
          key={repriced.map(({ variantid, productprice }) => `${variantid} ${productprice}`).join()}
          error={errorOf('confirmed')}
        />
      )}
    </Part>
  )
}
