import { useState } from 'react'
import type { z } from 'zod'
import { correctOrderInput, type AdminOrder } from '#contract/orders/admin-order.ts'
import type { orderAddress } from '#contract/orders/order.ts'
import { findState } from '#contract/orders/address/address-format.ts'
import { previewMove, readOrder, useCorrectOrder } from '#web/data/admin/orders.ts'
import { useShop } from '#web/data/shop.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { AddressFields, type AddressFieldName } from '#web/address/address-fields.tsx'
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import type { FormState } from '#web/ui/form/use-form.ts'
import { RecordForm } from '#web/dashboard/record-form/record-form.tsx'
import { MovedTotalDialog, type MovedTotals } from './moved-total-dialog.tsx'

const NOT_SAVED = 'The address is not saved. Correct it, or save it with the new total.'

interface AddressDialogProps {
  order: AdminOrder
  /** The billing address equals the delivery address. */
  isSame: boolean
  onClose(): void
}

/** One line per part. A state's name and its code give the same text. */
const addressText = (address: z.input<typeof orderAddress> | undefined) =>
  address
    ? [
        address.fullName,
        address.line1,
        address.line2,
        address.city,
        findState(address.country ?? 'IN', address.state ?? '') ?? address.state,
        address.pincode,
      ]
        .filter(Boolean)
        .join('\n')
    : ''

const sentFields = ['fullName', 'line1', 'line2', 'city', 'state', 'pincode'] as const

/** Edits the addresses of an order that has not shipped. Its delivery cost and tax follow, after a question. The country is fixed. */
export function AddressDialog({ order, isSame, onClose }: AddressDialogProps) {
  const { number, phone, shippingAddress: address } = order
  const shop = useShop()
  const correct = useCorrectOrder()
  // The version of the first render detects changes that others save while the dialog is open.
  const [start] = useState(order)

  const [question, setQuestion] = useState<{ totals: MovedTotals; answer(saves: boolean): void }>()
  const ask = (totals: MovedTotals) =>
    new Promise<boolean>((resolve) =>
      setQuestion({
        totals,
        answer(saves) {
          setQuestion(undefined)
          resolve(saves)
        },
      }),
    )

  function read(fields: Record<string, string>) {
    const entries = sentFields.map((name) => [name, fields[`shippingAddress.${name}`] ?? ''] as const)
    // Staff correct what the buyer has typed, and know better than the list of PIN codes.
    const shippingAddress = { ...Object.fromEntries(entries), country: address.country, keepstate: true }
    const { company, taxId } = order.billingAddress
    const billing = fields['both'] === 'on' && { billingAddress: { ...shippingAddress, company, taxId } }
    return { number, phone: fields['phone'], shippingAddress, ...billing }
  }

  return (
    <Dialog title="Edit address" onClose={onClose}>
      <RecordForm
        label="Edit address"
        draft={`address of order ${number}`}
        action="Save address"
        schema={correctOrderInput}
        read={read}
        record={start}
        parts={[
          {
            name: 'Delivery address',
            fields: ['shippingAddress'],
            text: ({ shippingAddress }) => addressText(shippingAddress),
          },
          {
            name: 'Billing address',
            fields: ['billingAddress'],
            text: ({ billingAddress = start.billingAddress }) => addressText(billingAddress),
          },
          { name: 'Phone', fields: ['phone'] },
        ]}
        reread={() => readOrder(number)}
        update={async (input, { version }) => {
          const { data: totals } = await previewMove({ ...input, version })
          if (totals && !(await ask(totals))) throw new Error(NOT_SAVED)
          await correct.mutateAsync({ ...input, version })
        }}
        onSaved={onClose}
        onCancel={onClose}
      >
        {(form) => (
          <>
            <OrderAddressFields form={form} address={address} />
            <TextField {...form.field('phone')} label="Phone" type="tel" defaultValue={phone} />
            <CheckboxField name="both" label="Use as billing address too" defaultChecked={isSame} />
          </>
        )}
      </RecordForm>
      {question && (
        <MovedTotalDialog
          totals={question.totals}
          format={{ ...shop, currency: order.currency }}
          onAnswer={question.answer}
        />
      )}
    </Dialog>
  )
}

function OrderAddressFields({ form, address }: { form: FormState; address: AdminOrder['shippingAddress'] }) {
  function field(name: AddressFieldName) {
    const shipping = form.field(`shippingAddress.${name}`)
    // A shared address has its issues twice. Both belong to this field.
    const billingError = form.error(`billingAddress.${name}`)
    return { ...shipping, error: shipping.error ?? billingError, defaultValue: address[name] }
  }
  return <AddressFields country={address.country} field={field} autoComplete="off" />
}
