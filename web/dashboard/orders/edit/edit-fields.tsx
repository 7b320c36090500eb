import type { AdminOrder } from '#contract/orders/admin-order.ts'
import type { EditedOrder } from '#contract/orders/edit-order.ts'
import { money, type MoneyFormat } from '#web/lib/format/money.ts'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import type { FormState } from '#web/ui/form/use-form.ts'
import type { EditChoices } from './edited-order.ts'

interface EditFieldsProps {
  form: FormState
  order: AdminOrder
  choices: EditChoices
  preview: EditedOrder | undefined
  /** The delivery method that the order has; undefined until the server names it. */
  currentMethod: string | undefined
  format: MoneyFormat
  onChange(change: Partial<EditChoices>): void
}

/** Discount, delivery, and how the customer pays what the order costs more. */
export function EditFields(props: EditFieldsProps) {
  const { form, order, choices, preview, currentMethod, format, onChange } = props
  const { discount, reason, shippingMethod, paymentMethod } = choices
  const deliveries = preview?.shippingMethods ?? []
  const payments = preview?.paymentMethods ?? []
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      {/* What the customer picks up stays a pick-up. */}
      {!order.isPickUp && (
        <SelectField
          name="shippingMethod"
          label="Delivery"
          error={form.error('shippingMethod')}
          value={shippingMethod || (currentMethod ?? '')}
          onChange={({ target }) =>
            onChange({ shippingMethod: target.value === currentMethod ? '' : target.value })
          }
          options={
            currentMethod === undefined
              ? [['', order.shippingName]]
              : deliveries.map(({ id, name, price }) => [
                  id,
                  `${name} · ${price === 0 ? 'Free' : money(price, format)}`,
                ])
          }
        />
      )}
      {order.couponCode ? (
        <p className="self-end py-3 text-quiet wrap-anywhere">The coupon {order.couponCode} applies.</p>
      ) : (
        <TextField
          name="discount"
          label="Discount on all items"
          hint="Such as 50 or 10%."
          error={form.error('discount') ?? form.error('discount.amount') ?? form.error('discount.percent')}
          required={false}
          maxLength={14}
          autoComplete="off"
          value={discount}
          onChange={({ target }) => onChange({ discount: target.value })}
        />
      )}
      {discount.trim() !== '' && (
        <TextField
          name="discount.reason"
          label="Reason for the discount"
          error={form.error('discount.reason')}
          maxLength={200}
          value={reason}
          onChange={({ target }) => onChange({ reason: target.value })}
        />
      )}
      {payments.length > 1 && (
        <SelectField
          name="paymentMethod"
          label="The customer pays by"
          error={form.error('paymentMethod')}
          value={paymentMethod || (payments[0]?.id ?? '')}
          onChange={({ target }) => onChange({ paymentMethod: target.value })}
          options={payments.map(({ id, name }) => [id, name] as const)}
        />
      )}
    </div>
  )
}
