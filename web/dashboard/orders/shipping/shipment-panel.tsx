import { useState } from 'react'
import { correctOrderInput, type AdminOrder } from '#contract/orders/admin-order.ts'
import { readOrder, useCorrectOrder } from '#web/data/admin/orders.ts'
import { useShop } from '#web/data/shop.ts'
import { formatDate } from '#web/lib/format/dates.ts'
import { Button } from '#web/ui/button.tsx'
import { useEmailNotice } from '#web/dashboard/use-email-notice.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Panel } from '#web/dashboard/panel.tsx'
import { RecordForm } from '#web/dashboard/record-form/record-form.tsx'
import { ShipmentItem } from './shipment-item.tsx'
import { TrackingFields } from './tracking-fields.tsx'

/** Delivery method and shipments of an order. */
export function ShipmentPanel({ order }: { order: AdminOrder }) {
  const { shippingName, delivery, shipments, can } = order
  const shop = useShop()
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
            <ShipmentItem key={shipment.id} order={order} shipment={shipment} place={index + 1} />
          ))}
        </ol>
      )}
      {can.includes('track') && (
        <Button kind="secondary" className="mt-4" onClick={() => setEditing(true)}>
          {shipments.length > 1 ? 'Edit latest tracking' : 'Edit tracking'}
        </Button>
      )}
      {editing && <TrackingDialog order={order} onClose={() => setEditing(false)} />}
    </Panel>
  )
}

function TrackingDialog({ order, onClose }: { order: AdminOrder; onClose(): void }) {
  const emailNotice = useEmailNotice()
  const correct = useCorrectOrder()
  // The version of the first render detects changes that others save while the dialog is open.
  const [start] = useState(order)
  return (
    <Dialog title="Edit tracking" onClose={onClose}>
      <p className="mb-5 text-quiet">
        Visible on the customer’s order page. {emailNotice('To notify them, resend the shipping email.')}
      </p>
      <RecordForm
        label="Edit tracking"
        draft={`tracking of order ${order.number}`}
        action="Save tracking"
        schema={correctOrderInput}
        read={(fields) => ({ ...fields, number: order.number })}
        record={start}
        parts={[
          { name: 'Carrier', fields: ['carrier'] },
          { name: 'Tracking number', fields: ['tracking'] },
          { name: 'Tracking link', fields: ['trackingUrl'] },
        ]}
        reread={() => readOrder(order.number)}
        update={(input, { version }) => correct.mutateAsync({ ...input, version })}
        onSaved={onClose}
        onCancel={onClose}
      >
        {(form) => <TrackingFields form={form} initial={order} />}
      </RecordForm>
    </Dialog>
  )
}
