import { useState } from 'react'
import type { z } from 'zod'
import { correctOrderInput, type AdminOrder } from '#contract/orders/admin-order.ts'
import type { orderAddress } from '#contract/orders/order.ts'
import { findState } from '#contract/orders/address/address-format.ts'
import { previewMove, useOrderCall } from '#web/data/admin/orders.ts'
import { readData } from '#web/data/admin/query.ts'
import { useShop } from '#web/data/shop.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { AddressFields, type AddressFieldName } from '#web/address/address-fields.tsx'
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx'
import type { FormState } from '#web/ui/form/use-form.ts'
import { describeForm } from '#web/dashboard/record-form/describe-form.ts'
import { DescribedForm } from '#web/dashboard/record-form/described-form.tsx'
import { custom, fixed, text } from '#web/dashboard/record-form/fields.tsx'
import { MovedTotalDialog, type MovedTotals } from './moved-total-dialog.tsx'

const NOT_SAVED = 'The address is not saved. Correct it, or save it with the new total.'

type Address = z.input<typeof orderAddress>

interface AddressDialogProps {
  order: AdminOrder
  /** The billing address equals the delivery address. */
  isSame: boolean
  onClose(): void
}

/** One line per part. A state's name and its code give the same text. */
const addressText = ({ fullName, line1, line2, city, country = 'IN', state = '', pincode }: Address) =>
  [fullName, line1, line2, city, findState(country, state) ?? state, pincode].filter(Boolean).join('\n')

const addressInput = correctOrderInput.pick({
  number: true,
  shippingAddress: true,
  phone: true,
  billingAddress: true,
})

function describeAddresses({ number, shippingAddress, billingAddress }: AdminOrder, isSame: boolean) {
  const { country } = shippingAddress
  const { company, taxId } = billingAddress
  const read = (texts: Readonly<Record<string, string>>) => {
    const at = (name: AddressFieldName) => texts[`shippingAddress.${name}`] ?? ''
    return {
      fullName: at('fullName'),
      line1: at('line1'),
      line2: at('line2'),
      city: at('city'),
      state: at('state'),
      pincode: at('pincode'),
      country,
      // Staff correct what the buyer has typed, and know better than the list of PIN codes.
      keepstate: true,
    }
  }
  return describeForm(addressInput, {
    number: fixed(number),
    shippingAddress: custom<Address>({
      label: 'Delivery address',
      read: ({ texts }) => read(texts),
      show: addressText,
      control: ({ form }) => <OrderAddressFields form={form} address={shippingAddress} />,
    }),
    phone: text('Phone', { type: 'tel' }),
    billingAddress: custom<Address | undefined>({
      label: 'Billing address',
      read: ({ texts }) => (texts['both'] === 'on' ? { ...read(texts), company, taxId } : undefined),
      show: (address = billingAddress) => addressText(address),
      control: () => <CheckboxField name="both" label="Use as billing address too" defaultChecked={isSame} />,
    }),
  })
}

/** Edits the addresses of an order that has not shipped. Its delivery cost and tax follow, after a question. The country is fixed. */
export function AddressDialog({ order, isSame, onClose }: AddressDialogProps) {
  const { number } = order
  const shop = useShop()
  const correct = useOrderCall('PATCH admin/orders/:number')
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

  return (
    <Dialog title="Edit address" onClose={onClose}>
      <DescribedForm
        label="Edit address"
        draft={`address of order ${number}`}
        action="Save address"
        of={describeAddresses(start, isSame)}
        record={start}
        reread={() => readData('GET admin/orders/:number', { number })}
        update={async (input, { version }) => {
          const { data: totals } = await previewMove({ ...input, version })
          if (totals && !(await ask(totals))) throw new Error(NOT_SAVED)
          await correct.mutateAsync({ ...input, version })
        }}
        onSaved={onClose}
        onCancel={onClose}
      />
      {question && (
        <MovedTotalDialog
          order={order}
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
