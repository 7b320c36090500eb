import { useState } from 'react'
import { correctOrderInput, type AdminOrder } from '#contract/admin-order.ts'
import { readOrder, useOrderWork } from '../../data/admin-orders.ts'
import { useShop } from '../../data/shop.ts'
import { dayOf } from '../../lib/clock.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import type { z } from 'zod'
import { useSaving } from '../meanwhile/use-saving.tsx'
import { Panel } from '../panel.tsx'
import { ParcelFields } from './parcel-fields.tsx'

/** How it travels, and where it is. */
export function ParcelPanel({ order }: { order: AdminOrder }) {
  const { shippingName, delivery, carrier, tracking, trackingUrl, can } = order
  const shop = useShop()
  const [editing, setEditing] = useState(false)
  const days = delivery && [delivery.from, delivery.to].map((one) => dayOf(one, shop))
  const facts = [
    ['Method', shippingName],
    ['Expected', days ? [...new Set(days)].join(' to ') : ''],
    ['Carrier', carrier],
    ['Tracking', tracking],
  ].filter(([, value]) => value)
  return (
    <Panel title="Parcel">
      <dl className="grid gap-x-4 gap-y-2 sm:grid-cols-[8rem_minmax(0,1fr)]">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-quiet">{name}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      {trackingUrl && (
        <p className="mt-2">
          <a
            href={trackingUrl}
            rel="noreferrer"
            target="_blank"
            className="inline-block py-0.5 underline underline-offset-4 hover:decoration-2"
          >
            Follow the parcel (opens a new window)
          </a>
        </p>
      )}
      {can.includes('track') && (
        <Button kind="secondary" className="mt-4" onClick={() => setEditing(true)}>
          Correct tracking
        </Button>
      )}
      {editing && <TrackingDialog order={order} onClose={() => setEditing(false)} />}
    </Panel>
  )
}

function TrackingDialog({ order, onClose }: { order: AdminOrder; onClose(): void }) {
  const { correct } = useOrderWork()
  // What somebody changes while this is open is not to be written over unseen.
  const [start] = useState(order)
  const { save, question } = useSaving<z.input<typeof correctOrderInput>>({
    start,
    parts: [
      { name: 'Carrier', fields: ['carrier'] },
      { name: 'Tracking number', fields: ['tracking'] },
      { name: 'Link to follow it', fields: ['trackingUrl'] },
    ],
    reread: () => readOrder(order.number),
    send: (input, version) => correct({ ...input, version }),
  })
  const form = useForm({
    schema: correctOrderInput,
    read: (fields) => ({ ...fields, number: order.number }),
    async submit(input) {
      await save(input)
      onClose()
    },
  })
  return (
    <>
      <Dialog title="Correct tracking" onClose={onClose}>
        <p className="mb-5 text-quiet">
          The customer sees it with the order. To tell it by mail, send the mail of the shipping again.
        </p>
        <Form
          form={form}
          label="Correct tracking"
          action="Save tracking"
          busyAction="Saving…"
          onCancel={onClose}
        >
          <ParcelFields form={form} known={order} />
        </Form>
      </Dialog>
      {question}
    </>
  )
}
