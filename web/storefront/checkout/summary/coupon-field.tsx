import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { Checkout } from '#contract/orders/checkout.ts'
import { focusAfterWait, useFocus } from '#web/lib/browser/focus.ts'
import { exactMoney, type MoneyFormat } from '#web/lib/format/money.ts'
import { Button } from '#web/ui/button.tsx'
import { controlStyle, Field } from '#web/ui/form/field.tsx'
import { Folded } from '../sections/folded.tsx'
import type { CheckoutDraft } from '../use-draft.ts'
import { takesPress } from './takes-press.ts'

interface CouponFieldProps {
  draft: CheckoutDraft
  checkout: Checkout
  error: string | undefined
  format: MoneyFormat
}

/** The coupon field, or the applied coupon with its discount. */
export function CouponField({ draft: { fields, update }, checkout, error, format }: CouponFieldProps) {
  const code = fields['coupon'] ?? ''
  const typed = fields['couponText'] ?? code
  const { coupon, summary } = checkout
  const answer = code !== '' && coupon?.code === code.toUpperCase() ? coupon : undefined
  const isApplied = answer?.problem === null
  const problem = error ?? answer?.problem ?? undefined
  const [isChecking, setIsChecking] = useState(false)
  const area = useRef<HTMLDivElement>(null)
  const hiddenInput = useRef<HTMLInputElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const removeButton = useRef<HTMLButtonElement>(null)
  const moveFocus = useFocus()

  // An applied coupon replaces the Apply button, which has the focus.
  const onAnswer = useEffectEvent(() => {
    setIsChecking(false)
    if (isApplied) focusAfterWait(area.current, removeButton.current)
  })
  useLayoutEffect(() => {
    if (isChecking && answer) onAnswer()
  }, [isChecking, answer])

  /** The form clears the error of a field on its input event. */
  function clearError() {
    hiddenInput.current?.dispatchEvent(new Event('input', { bubbles: true }))
  }

  function apply() {
    clearError()
    const text = input.current?.value.trim() ?? ''
    if (text === '') return input.current?.focus()
    setIsChecking(true)
    update({ coupon: text })
  }

  function remove() {
    update({ coupon: '', couponText: '' })
    moveFocus(() => input.current)
  }

  return (
    <div ref={area} className="mt-3">
      <input ref={hiddenInput} type="hidden" name="coupon" value={isApplied ? code : ''} />
      {isApplied ? (
        <>
          <div className="flex flex-wrap items-center justify-between gap-x-4">
            <p role="status" className="min-w-0 wrap-anywhere">
              Coupon <strong className="font-medium">{answer.code}</strong>
              {summary.coupon > 0 ? (
                <span className="whitespace-nowrap">: −{exactMoney(summary.coupon, format)}</span>
              ) : (
                ' applied'
              )}
            </p>
            <button
              ref={removeButton}
              name="do"
              value="remove-coupon"
              aria-label={`Remove coupon ${answer.code}`}
              onClick={(event) => takesPress(event) && remove()}
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
        <Folded title="Add a coupon" isFilled={typed !== ''} error={problem}>
          <Field label="Coupon" error={problem}>
            {(control) => (
              <div className="flex gap-3">
                <input
                  {...control}
                  ref={input}
                  name="couponText"
                  defaultValue={typed}
                  autoComplete="off"
                  autoCapitalize="characters"
                  spellCheck={false}
                  maxLength={40}
                  onChange={() => {
                    clearError()
                    if (code && !isChecking) update({ coupon: '' })
                  }}
                  onKeyDown={(event) => {
                    if (event.key !== 'Enter') return
                    event.preventDefault()
                    apply()
                  }}
                  className={controlStyle}
                />
                <Button
                  kind="secondary"
                  type="submit"
                  name="do"
                  value="review"
                  aria-disabled={isChecking && !answer}
                  onClick={(event) => takesPress(event) && apply()}
                >
                  Apply
                </Button>
              </div>
            )}
          </Field>
        </Folded>
      )}
    </div>
  )
}
