import { useState } from 'react'
import type { OrderReturns } from '#contract/orders/return.ts'
import type { OrderAccess } from '#web/data/checkout/orders.ts'
import { useRequestReturn } from '#web/data/checkout/returns.ts'
import { focusAfterWait, pageHeading } from '#web/lib/browser/focus.ts'
import type { RefusedForm } from '#web/lib/on-server/form-action.ts'
import { showToast } from '#web/lib/toasts.ts'
import { Form } from '#web/ui/form/form.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { PhotoField } from '../product/comments/form/photo-field.tsx'
import { quantityField, returnInput, returnReasons } from './return-input.ts'

export interface RequestFormProps {
  data: OrderReturns
  access: OrderAccess
  /** What the server has refused of a form that was posted without scripts. */
  refused: RefusedForm | undefined
}

/** Asks which items come back, and why. */
export function RequestForm({ data, access, refused }: RequestFormProps) {
  const request = useRequestReturn(access)
  const [photos, setPhotos] = useState<readonly File[]>([])
  const form = useForm({
    schema: async () => (await import('#contract/orders/return.ts')).requestReturn.input,
    refused,
    read: (fields) => returnInput(access, fields),
    fallback: 'We couldn’t send your request. Please try again.',
    async submit(input) {
      const { message } = await request.mutateAsync({ ...input, photos })
      showToast('success', message)
      focusAfterWait(null, pageHeading())
    },
  })
  return (
    <Form form={form} action="Ask for a return" busyAction="Sending…">
      <p className="text-quiet">
        You get a refund for what comes back. To get another size or item, place a new order.
      </p>
      {data.lines.map(({ lineId, productname, options, quantity }) => (
        <SelectField
          key={lineId}
          {...form.field(quantityField(lineId))}
          label={[productname, ...Object.values(options)].join(', ')}
          options={Array.from({ length: quantity + 1 }, (_, units) => [
            String(units),
            units === 0 ? 'Keep' : `Return ${units} of ${quantity}`,
          ])}
        />
      ))}
      <SelectField
        {...form.field('reason')}
        label="Reason"
        options={returnReasons.map((reason) => [reason, reason])}
      />
      {/* A form without scripts sends no files. */}
      <div className="noscript:hidden">
        <PhotoField photos={photos} onChange={setPhotos} />
      </div>
    </Form>
  )
}
