import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { Checkout } from '#contract/checkout.ts'
import { changeAndFocus, focusAfterWait } from '../../lib/focus.ts'
import { exactMoney, type MoneyFormat } from '../../lib/money.ts'
import { Button } from '../../ui/button.tsx'
import { controlStyle, Field } from '../../ui/form/field.tsx'
import type { CheckoutDraft } from './use-draft.ts'

interface CouponFieldProps {
  draft: CheckoutDraft
  checkout: Checkout
  error: string | undefined
  format: MoneyFormat
}

/** A coupon: asked for, and then what it does or why it does nothing. */
export function CouponField({ draft: { fields, keep }, checkout, error, format }: CouponFieldProps) {
  const code = fields['coupon'] ?? ''
  const { coupon, summary } = checkout
  const answer = code !== '' && coupon?.code === code.toUpperCase() ? coupon : undefined
  const isApplied = answer?.problem === null
  const [asked, setAsked] = useState(false)
  const area = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)

  // What was pressed may be gone: the focus goes to what has taken its place.
  const settled = useEffectEvent(() => {
    setAsked(false)
    focusAfterWait(area.current, area.current?.querySelector(isApplied ? 'button' : 'input'))
  })
  useLayoutEffect(() => {
    if (asked && answer) settled()
  }, [asked, answer])

  /** What was wrong before is not said of what is there now: the form forgets it at input. */
  function forgetError() {
    area.current?.querySelector('[name=coupon]')?.dispatchEvent(new Event('input', { bubbles: true }))
  }

  function apply() {
    forgetError()
    const wanted = input.current?.value.trim() ?? ''
    if (wanted === '') return input.current?.focus()
    setAsked(true)
    keep({ coupon: wanted })
  }

  const remove = () =>
    changeAndFocus(
      () => keep({ coupon: '' }),
      () => input.current,
    )

  return (
    <div ref={area}>
      <input type="hidden" name="coupon" value={isApplied ? code : ''} />
      {isApplied ? (
        <>
          <div className="flex flex-wrap items-center justify-between gap-x-4">
            <p role="status" className="min-w-0 wrap-anywhere">
              Coupon <strong className="font-medium">{answer.code}</strong>
              {summary.coupon > 0 ? (
                <span className="whitespace-nowrap">: −{exactMoney(summary.coupon, format)}</span>
              ) : (
                ' is applied'
              )}
            </p>
            <button
              type="button"
              aria-label={`Remove coupon ${answer.code}`}
              onClick={remove}
              className="min-h-11 cursor-pointer font-medium underline underline-offset-4 hover:decoration-2"
            >
              Remove
            </button>
          </div>
          {error && (
            <p data-form-error tabIndex={-1} className="mt-1.5 text-sm font-medium text-danger">
              {error}
            </p>
          )}
        </>
      ) : (
        <Field label="Coupon" optional error={error ?? answer?.problem ?? undefined}>
          {(control) => (
            <div className="flex gap-3">
              <input
                {...control}
                ref={input}
                name="couponText"
                defaultValue={code}
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                maxLength={40}
                onChange={() => {
                  forgetError()
                  if (code && !asked) keep({ coupon: '' })
                }}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter') return
                  event.preventDefault()
                  apply()
                }}
                className={controlStyle}
              />
              <Button kind="secondary" aria-disabled={asked && !answer} onClick={apply}>
                Apply
              </Button>
            </div>
          )}
        </Field>
      )}
    </div>
  )
}
