import { useRef, useState } from 'react'
import { MAX_GIFT_CARDS } from '#contract/credit/max-gift-cards.ts'
import type { Checkout } from '#contract/orders/checkout.ts'
import { errorMessage } from '#web/lib/api.ts'
import { call } from '#web/lib/call.ts'
import { useFocus } from '#web/lib/browser/focus.ts'
import { exactMoney, type MoneyFormat } from '#web/lib/format/money.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx'
import { controlStyle, Field } from '#web/ui/form/field.tsx'
import type { FormState } from '#web/ui/form/use-form.ts'
import { takesPress } from '../summary/takes-press.ts'
import { Folded } from '../sections/folded.tsx'
import type { CheckoutDraft } from '../use-draft.ts'
import { addPass, removePass } from './passes.ts'

interface CreditFieldsProps {
  draft: CheckoutDraft
  checkout: Checkout
  form: FormState
  format: MoneyFormat
}

/** Gift cards and store credit, which pay before the payment method. */
export function CreditFields({
  draft: { fields, update },
  checkout: { credit },
  form,
  format,
}: CreditFieldsProps) {
  const { cards, storeCredit } = credit
  const [isChecking, setIsChecking] = useState(false)
  const [refusal, setRefusal] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const moveFocus = useFocus()
  const typed = fields['giftCardText'] ?? ''
  const error =
    refusal ||
    form.field('giftCardText').error ||
    form.field('giftCards').error ||
    credit.problem ||
    undefined

  async function apply() {
    const element = input.current
    const code = element?.value.trim() ?? ''
    // The form clears the error of a field on its input event.
    element?.dispatchEvent(new Event('input', { bubbles: true }))
    setRefusal('')
    if (!element || code === '') return element?.focus()
    setIsChecking(true)
    try {
      const { pass } = (await call('POST checkout/gift-cards', { code })).data
      element.value = ''
      update({ giftCards: addPass(fields, pass), giftCardText: '' })
    } catch (failure) {
      setRefusal(errorMessage(failure))
    } finally {
      setIsChecking(false)
    }
  }

  function remove(pass: string) {
    update({ giftCards: removePass(fields, pass) })
    moveFocus(() => input.current)
  }

  return (
    <>
      <input type="hidden" name="giftCards" value={fields['giftCards'] ?? ''} />
      <input type="hidden" name="expectedCredit" value={credit.covers} />
      {storeCredit && (
        <CheckboxField
          name="storeCredit"
          label={`Use store credit (${exactMoney(storeCredit.balance, format)})`}
          defaultChecked={fields['storeCredit'] === 'on'}
        />
      )}
      {cards.length > 0 && (
        <ul className="divide-y divide-line border-y border-line">
          {cards.map(({ pass, ending, covers, balance, problem }, index) => (
            <li key={pass} className="flex flex-wrap items-center justify-between gap-x-4 py-1">
              <p role="status" className="min-w-0">
                <span className="font-medium">Gift card{ending && ` •••• ${ending}`}</span>{' '}
                <span className={problem ? 'text-danger' : 'text-quiet'}>
                  {problem ?? cardText({ covers, balance }, format)}
                </span>
              </p>
              <button
                name="do"
                value={`remove-gift-card ${index}`}
                aria-label={`Remove gift card ${ending}`}
                onClick={(event) => takesPress(event) && remove(pass)}
                className="min-h-11 cursor-pointer font-medium underline underline-offset-4 hover:decoration-2"
              >
                Remove
              </button>
            </li>
          ))}
        </ul>
      )}
      {cards.length < MAX_GIFT_CARDS && (
        <Folded
          title={cards.length > 0 ? 'Add another gift card' : 'Use a gift card'}
          isFilled={typed !== ''}
          error={error}
        >
          <Field label="Gift card code" error={error} optional>
            {(control) => (
              <div className="flex gap-3">
                <input
                  {...control}
                  ref={input}
                  name="giftCardText"
                  defaultValue={typed}
                  autoComplete="off"
                  autoCapitalize="characters"
                  spellCheck={false}
                  maxLength={60}
                  onChange={() => setRefusal('')}
                  onKeyDown={(event) => {
                    if (event.key !== 'Enter') return
                    event.preventDefault()
                    void apply()
                  }}
                  className={controlStyle}
                />
                <Button
                  kind="secondary"
                  type="submit"
                  name="do"
                  value="add-gift-card"
                  aria-disabled={isChecking}
                  onClick={(event) => takesPress(event) && !isChecking && void apply()}
                >
                  Apply
                </Button>
              </div>
            )}
          </Field>
        </Folded>
      )}
    </>
  )
}

function cardText({ covers, balance }: { covers: number; balance: number }, format: MoneyFormat): string {
  if (covers === 0) return `isn’t needed for this order. Its balance stays ${exactMoney(balance, format)}.`
  const left = balance - covers
  return left > 0
    ? `pays ${exactMoney(covers, format)}, ${exactMoney(left, format)} stays on it`
    : `pays ${exactMoney(covers, format)}`
}
