import type { OrderDraft } from '#contract/orders/manual-order.ts'
import { TextField } from '#web/ui/form/text-field.tsx'
import type { FormState } from '#web/ui/form/use-form.ts'
import { discountText } from './order-input.ts'

interface DiscountFieldsProps {
  form: FormState
  /** What is typed as discount. */
  discount: string
  /** Why the quote refuses the coupon. */
  couponProblem: string | null | undefined
  draft: OrderDraft | undefined
}

/** A coupon, or a discount on all items with its reason. */
export function DiscountFields({ form, discount, couponProblem, draft }: DiscountFieldsProps) {
  const coupon = form.field('coupon')
  const discountError =
    form.error('discount') ?? form.error('discount.amount') ?? form.error('discount.percent')
  return (
    <div className="mt-5 grid items-start gap-4 border-t border-line pt-4 sm:grid-cols-2">
      <TextField
        {...coupon}
        error={coupon.error ?? couponProblem ?? undefined}
        label="Coupon"
        required={false}
        maxLength={40}
        autoComplete="off"
        spellCheck={false}
        autoCapitalize="characters"
        className="[&_input]:uppercase"
        defaultValue={draft?.request.coupon ?? ''}
      />
      <TextField
        name="discount"
        error={discountError}
        label="Discount on all items"
        hint="Such as 50 or 10%."
        required={false}
        maxLength={14}
        autoComplete="off"
        defaultValue={draft && discountText(draft.request)}
      />
      {discount !== '' && (
        <TextField
          {...form.field('discount.reason')}
          label="Reason for the discount"
          maxLength={200}
          className="sm:col-span-2"
          defaultValue={draft?.request.discount?.reason}
        />
      )}
    </div>
  )
}
