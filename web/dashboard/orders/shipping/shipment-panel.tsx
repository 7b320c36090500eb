import { useState } from 'react'
import { correctOrderInput, type AdminOrder } from '#contract/orders/admin-order.ts'
import { useOrderCall } from '#web/data/admin/orders.ts'
import { useOrderLabels } from '#web/data/admin/carriers.ts'
import { readData } from '#web/data/admin/query.ts'
import { useShop } from '#web/data/shop.ts'
import { formatDate } from '#web/lib/format/dates.ts'
import { Button } from '#web/ui/button.tsx'
import { useEmailNotice } from '#web/dashboard/use-email-notice.ts'
import { Panel } from '#web/dashboard/panel.tsx'
import { describeForm } from '#web/dashboard/record-form/describe-form.ts'
import { RecordDialog } from '#web/dashboard/record-form/form-dialog.tsx'
import { fixed } from '#web/dashboard/record-form/fields.tsx'
import { LabelNotes } from '../labels/label-notes.tsx'
import { ShipmentItem } from './shipment-item.tsx'
import { expectedDay, tracking } from './tracking-fields.ts'

/** Delivery method and shipments of an order. */
export function ShipmentPanel({ order }: { order: AdminOrder }) {
  const { shippingName, delivery, shipments, can } = order
  const shop = useShop()
  const labels = useOrderLabels(order)
  const [editing, setEditing] = useState(false)
  const days = delivery && [delivery.from, delivery.to].map((day) => formatDate(day, shop))
  const facts = [
    ['Method', shippingName],
    ['Expected', days ? [...new Set(days)].join(' to ') : ''],
  ].filter(([, value]) => value)
  return (
    <Panel title="Shipping">
      <dl className="grid gap-x-4 gap-y-2 sm:grid-cols-[8rem_minmax(0,1fr)]">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-quiet">{name}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      {shipments.length > 0 && (
        <ol className="mt-4 divide-y divide-line border-t border-line">
          {shipments.map((shipment, index) => (
            <ShipmentItem
              key={shipment.id}
              order={order}
              shipment={shipment}
              place={index + 1}
              labels={labels}
            />
          ))}
        </ol>
      )}
      {labels && <LabelNotes labels={labels} />}
      {can.includes('track') && (
        <Button kind="secondary" className="mt-4" onClick={() => setEditing(true)}>
          {shipments.length > 1 ? 'Edit latest tracking' : 'Edit tracking'}
        </Button>
      )}
      {editing && <TrackingDialog order={order} onClose={() => setEditing(false)} />}
    </Panel>
  )
}

const trackingInput = correctOrderInput.pick({
  number: true,
  carrier: true,
  tracking: true,
  trackingUrl: true,
  expectedOn: true,
})

const describeTracking = (number: string, locale: string) =>
  describeForm(trackingInput, {
    number: fixed(number),
    carrier: tracking.carrier,
    tracking: tracking.number,
    trackingUrl: tracking.url,
    expectedOn: expectedDay(locale),
  })

function TrackingDialog({ order, onClose }: { order: AdminOrder; onClose(): void }) {
  const { locale } = useShop()
  const emailNotice = useEmailNotice(order)
  const correct = useOrderCall('PATCH admin/orders/:number')
  return (
    <RecordDialog
      title="Edit tracking"
      onClose={onClose}
      intro={`Visible on the customer’s order page. ${emailNotice('To notify them, resend the shipping email.')}`}
      label="Edit tracking"
      draft={`tracking of order ${order.number}`}
      action="Save tracking"
      of={describeTracking(order.number, locale)}
      record={order}
      reread={() => readData('GET admin/orders/:number', { number: order.number })}
      update={(input, { version }) => correct.mutateAsync({ ...input, version })}
    />
  )
}
