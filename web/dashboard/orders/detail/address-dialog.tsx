import { useState } from 'react'
import type { z } from 'zod'
import { correctOrderInput, type AdminOrder } from '#contract/orders/admin-order.ts'
import type { orderAddress } from '#contract/orders/order.ts'
import { findState } from '#contract/orders/address/address-format.ts'
import { readOrder, useCorrectOrder } from '../../../data/admin/orders.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { AddressFields, type AddressFieldName } from '../../../address/address-fields.tsx'
import { CheckboxField } from '../../../ui/form/checkbox-field.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import type { FormState } from '../../../ui/form/use-form.ts'
import { RecordForm } from '../../record-form/record-form.tsx'

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

/** Edits the addresses of an order that has not shipped. Delivery cost and GST depend on the country, so it is fixed. */
export function AddressDialog({ order, isSame, onClose }: AddressDialogProps) {
  const { number, phone, shippingAddress: address } = order
  const correct = useCorrectOrder()
  // The version of the first render detects changes that others save while the dialog is open.
  const [start] = useState(order)

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
        update={(input, { version }) => correct.mutateAsync({ ...input, version })}
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
