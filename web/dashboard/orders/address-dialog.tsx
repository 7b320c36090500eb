import { useState } from 'react'
import type { z } from 'zod'
import { correctOrderInput, type AdminOrder } from '#contract/admin-order.ts'
import type { orderAddress } from '#contract/order.ts'
import { indianStates, stateCode } from '#contract/india.ts'
import { readOrder, useOrderWork } from '../../data/admin-orders.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { CheckboxField } from '../../ui/form/checkbox-field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { useSaving } from '../meanwhile/use-saving.tsx'

interface AddressDialogProps {
  order: AdminOrder
  /** Billing goes to the same address. */
  isSame: boolean
  onClose(): void
}

/** In lines, whether the state is named or stands as its code. */
const addressWords = (address: z.input<typeof orderAddress> | undefined) =>
  address
    ? [
        address.fullName,
        address.line1,
        address.line2,
        address.city,
        stateCode(address.state),
        address.pincode,
      ]
        .filter(Boolean)
        .join('\n')
    : ''

const names = ['fullName', 'line1', 'line2', 'city', 'state', 'pincode'] as const

/** Where it goes, as long as it has not left. The country stays: cost and GST follow from it. */
export function AddressDialog({ order, isSame, onClose }: AddressDialogProps) {
  const { number, phone, shippingAddress: address } = order
  const { correct } = useOrderWork()
  // What somebody changes while this is open is not to be written over unseen.
  const [start] = useState(order)
  const { save, question } = useSaving<z.input<typeof correctOrderInput>>({
    start,
    parts: [
      {
        name: 'Delivery address',
        fields: ['shippingAddress'],
        words: ({ shippingAddress: it }) => addressWords(it),
      },
      {
        name: 'Billing address',
        fields: ['billingAddress'],
        words: ({ billingAddress: it = start.billingAddress }) => addressWords(it),
      },
      { name: 'Phone', fields: ['phone'] },
    ],
    reread: () => readOrder(number),
    send: (input, version) => correct({ ...input, version }),
  })
  const form = useForm({
    schema: correctOrderInput,
    read(fields) {
      const typed = names.map((name) => [name, fields[`shippingAddress.${name}`]] as const)
      const shippingAddress = { ...Object.fromEntries(typed), country: address.country }
      const billing = fields['both'] === 'on' && { billingAddress: shippingAddress }
      return { number, phone: fields['phone'], shippingAddress, ...billing }
    },
    async submit(input) {
      await save(input)
      onClose()
    },
  })
  const field = (name: (typeof names)[number]) => ({
    ...form.field(`shippingAddress.${name}`),
    defaultValue: address[name],
  })
  return (
    <>
      <Dialog title="Correct address" onClose={onClose}>
        <Form
          form={form}
          label="Correct address"
          action="Save address"
          busyAction="Saving…"
          onCancel={onClose}
        >
          <TextField {...field('fullName')} label="Full name" />
          <TextField {...field('line1')} label="Street and house" />
          <TextField {...field('line2')} label="Further line" required={false} />
          <TextField {...field('city')} label="Town" />
          {address.country === 'IN' ? (
            <SelectField
              {...field('state')}
              label="State"
              options={Object.entries(indianStates)}
              defaultValue={stateCode(address.state)}
            />
          ) : (
            <TextField {...field('state')} label="State" />
          )}
          <TextField {...field('pincode')} label="PIN code" />
          <TextField {...form.field('phone')} label="Phone" type="tel" defaultValue={phone} />
          <CheckboxField name="both" label="It is the billing address too" defaultChecked={isSame} />
        </Form>
      </Dialog>
      {question}
    </>
  )
}
