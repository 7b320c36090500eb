import { useEffect, useRef, type MouseEvent, type SubmitEvent } from 'react'
import type { Checkout } from '#contract/orders/checkout.ts'
import { links } from '#contract/links.ts'
import { errorMessage } from '#web/lib/api.ts'
import { openPage } from '#web/lib/browser/open-page.ts'
import { usePageState } from '#web/lib/browser/use-page-state.ts'
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
  const area = useRef<HTMLDivElement>(null)
  const hasFocused = useRef(false)
  const wasChanged = usePageState() === couponChanged
  const isApplied = coupon?.problem === null
  const problem = coupon?.problem ?? (error ? errorMessage(error) : undefined)
  const isKnown = coupon !== undefined || error !== null

  const focused = code === '' ? 'summary' : isKnown && (isApplied ? 'a' : 'input')
  useEffect(() => {
    if (!wasChanged || !focused || hasFocused.current) return
    hasFocused.current = true
    area.current?.querySelector<HTMLElement>(focused)?.focus()
  }, [wasChanged, focused])

  function apply(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = new FormData(event.currentTarget).get('coupon')
    const text = typeof typed === 'string' ? typed.trim() : ''
    void openPage(cartWithCoupon(text), inPlace)
  }

  function remove(event: MouseEvent) {
    event.preventDefault()
    void openPage(links.cart(), inPlace)
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
          <a
            href={links.cart()}
            onClick={remove}
            aria-label={`Remove coupon ${coupon.code}`}
            className="flex min-h-11 items-center font-medium underline underline-offset-4 hover:decoration-2"
          >
            Remove
          </a>
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

const couponChanged = 'coupon changed'

/** The next page shows the coupon: it is far below the top on small screens. */
const inPlace = { replace: true, state: couponChanged }
