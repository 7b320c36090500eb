import { useEffectEvent, useLayoutEffect, useRef, useState, type MouseEvent, type SubmitEvent } from 'react'
import type { Checkout } from '#contract/orders/checkout.ts'
import { links } from '#contract/links.ts'
import { errorMessage } from '#web/lib/api.ts'
import { focusAfterWait, useFocus } from '#web/lib/browser/focus.ts'
import { Link, useNavigate } from '#web/lib/navigation/navigation.ts'
import { Button } from '#web/ui/button.tsx'
import { controlStyle, Field } from '#web/ui/form/field.tsx'
import { Folded } from '../checkout/sections/folded.tsx'
import { cartWithCoupon, MAX_COUPON_LENGTH } from './coupon-code.ts'

interface CartCouponProps {
  code: string
  coupon: Checkout['coupon'] | undefined
  error: Error | null
}

/** The coupon field of the cart. The address of the page keeps the code, so the form works without scripts. */
export function CartCoupon({ code, coupon, error }: CartCouponProps) {
  const navigate = useNavigate()
  const moveFocus = useFocus()
  const area = useRef<HTMLDivElement>(null)
  const [isChecking, setIsChecking] = useState(false)
  const isApplied = coupon?.problem === null
  const problem = coupon?.problem ?? (error ? errorMessage(error) : undefined)
  const isKnown = coupon !== undefined || error !== null

  const onAnswer = useEffectEvent(() => {
    setIsChecking(false)
    focusAfterWait(area.current, area.current?.querySelector(isApplied ? 'a' : 'input'))
  })
  useLayoutEffect(() => {
    if (isChecking && isKnown) onAnswer()
  }, [isChecking, isKnown])

  function apply(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = new FormData(event.currentTarget).get('coupon')
    const text = typeof typed === 'string' ? typed.trim() : ''
    if (text !== '') setIsChecking(true)
    void navigate(cartWithCoupon(text), inPlace)
  }

  function remove(event: MouseEvent) {
    event.preventDefault()
    void navigate(links.cart(), inPlace)
    moveFocus(() => area.current?.querySelector('summary'))
  }

  return (
    <div ref={area} className="mt-4">
      <p role="status" className="sr-only">
        {isApplied && `Coupon ${coupon.code} applied`}
      </p>
      {isApplied ? (
        <p className="flex flex-wrap items-center justify-between gap-x-4">
          <span className="min-w-0 wrap-anywhere">
            Coupon <strong className="font-medium">{coupon.code}</strong> applied
          </span>
          <Link
            to={links.cart()}
            onClick={remove}
            aria-label={`Remove coupon ${coupon.code}`}
            className="flex min-h-11 items-center font-medium underline underline-offset-4 hover:decoration-2"
          >
            Remove
          </Link>
        </p>
      ) : (
        <Folded title="Add a coupon" isFilled={code !== ''} error={problem}>
          <form method="get" action={links.cart()} onSubmit={apply}>
            <Field label="Coupon" error={problem}>
              {(control) => (
                <div className="flex gap-3">
                  <input
                    {...control}
                    name="coupon"
                    defaultValue={code}
                    autoComplete="off"
                    autoCapitalize="characters"
                    spellCheck={false}
                    maxLength={MAX_COUPON_LENGTH}
                    className={controlStyle}
                  />
                  <Button kind="secondary" type="submit" aria-disabled={code !== '' && !isKnown}>
                    Apply
                  </Button>
                </div>
              )}
            </Field>
          </form>
        </Folded>
      )}
    </div>
  )
}

/** Only the address and the totals change. */
const inPlace = { replace: true, preventScrollReset: true, defaultShouldRevalidate: false }
