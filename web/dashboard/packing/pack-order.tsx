import { useEffect, useRef, useState } from 'react'
import type { AdminOrder } from '#contract/orders/admin-order.ts'
import { useOrderCall } from '#web/data/admin/orders.ts'
import { ApiError, errorMessage } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Panel } from '../panel.tsx'
import { PackLine } from './pack-line.tsx'
import { CameraScanner } from './scan/camera-scanner.tsx'
import { isComplete, isNumberOf, scanItem, tapLine, type Packed } from './scan/scan.ts'

interface PackOrderProps {
  order: AdminOrder
  /** Stays the same for the next order. */
  carrier: string
  onCarrier(carrier: string): void
  /** Opens another order of the run by its number. Returns whether the run has it. */
  onOrder(code: string): boolean
  onShipped(): void
  onNext(): void
}

/** One order at the packing table: scan or tap each item, then ship it. */
export function PackOrder({ order, carrier, onCarrier, onOrder, onShipped, onNext }: PackOrderProps) {
  const ship = useOrderCall('POST admin/orders/:number/shipments')
  const ready = useOrderCall('POST admin/orders/:number/ready')
  const { isPickUp } = order
  const isSending = ship.isPending || ready.isPending
  const [packed, setPacked] = useState<Packed>(new Map())
  const [tracking, setTracking] = useState('')
  const [expectedOn, setExpectedOn] = useState(order.estimatedOn ?? '')
  const [problem, setProblem] = useState('')
  const scanField = useRef<HTMLInputElement>(null)
  const lines = order.lines.filter(({ lefttoship }) => lefttoship > 0)
  const canShip = order.can.includes(isPickUp ? 'ready' : 'fulfil') || isSending
  const isReady = canShip && isComplete(order, packed)

  // The next scan belongs to this order.
  useEffect(() => scanField.current?.focus(), [])

  function scan(code: string) {
    if (isNumberOf(order, code)) return setProblem('')
    const scanned = scanItem(order, packed, code)
    if (scanned.problem === undefined) {
      setPacked(scanned.packed)
      setProblem('')
    } else if (!onOrder(code)) setProblem(scanned.problem)
  }

  async function shipAll() {
    if (!isReady || isSending) return
    setProblem('')
    try {
      if (isPickUp) await ready.mutateAsync({ number: order.number })
      else
        await ship.mutateAsync({
          number: order.number,
          lines: lines.map(({ lineId, lefttoship }) => ({ lineId, quantity: lefttoship })),
          carrier,
          trackingNumber: tracking,
          expectedOn,
        })
      onShipped()
    } catch (reason) {
      // Another packer was faster. The order was read again, and the page says who.
      if (!(reason instanceof ApiError && reason.code === 'nothing_left_to_ship'))
        setProblem(errorMessage(reason))
      scanField.current?.focus()
    }
  }

  function submitScan() {
    const field = scanField.current
    const code = field?.value.trim() ?? ''
    if (field) field.value = ''
    if (code) scan(code)
    // An empty Enter ships, so that the hands stay at the scanner.
    else void shipAll()
  }

  if (!canShip) return <NotToShip order={order} onNext={onNext} />
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <Panel title={`Order ${order.serial}`} intro={summary(order)}>
        <form
          aria-label="Scan"
          onSubmit={(event) => {
            event.preventDefault()
            submitScan()
          }}
          className="flex flex-wrap items-end gap-3"
        >
          <label className="min-w-0 grow basis-48 text-sm text-quiet">
            Scan an item of order {order.serial}
            <input
              ref={scanField}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              enterKeyHint="done"
              className="mt-1 min-h-control w-full rounded-xs border border-edge bg-card px-4 text-ink"
            />
          </label>
          <CameraScanner onScan={scan} />
        </form>
        {problem && (
          <p role="alert" className="mt-3 font-medium text-danger wrap-anywhere">
            {problem}
          </p>
        )}
        {order.note && (
          <p className="mt-3 rounded-xs bg-ground p-3 whitespace-pre-line wrap-anywhere">
            <span className="block text-sm text-quiet">Customer note</span>
            {order.note}
          </p>
        )}
        <ul className="mt-3 divide-y divide-line">
          {lines.map((line) => (
            <PackLine
              key={line.lineId}
              line={line}
              units={packed.get(line.lineId) ?? 0}
              onTap={() => {
                setPacked(tapLine(packed, line))
                setProblem('')
                scanField.current?.focus({ preventScroll: true })
              }}
            />
          ))}
        </ul>
      </Panel>
      <Panel title={isPickUp ? 'Pick-up' : 'Ship'}>
        <form
          aria-label={isPickUp ? 'Pick-up' : 'Ship'}
          onSubmit={(event) => {
            event.preventDefault()
            void shipAll()
          }}
        >
          {!isPickUp && (
            <>
              <TextField
                label="Carrier"
                required={false}
                maxLength={100}
                value={carrier}
                onChange={({ target }) => onCarrier(target.value)}
              />
              <TextField
                label="Tracking number"
                required={false}
                maxLength={100}
                autoComplete="off"
                value={tracking}
                onChange={({ target }) => setTracking(target.value)}
                className="mt-3"
              />
              <TextField
                label="Expected on"
                type="date"
                required={false}
                value={expectedOn}
                onChange={({ target }) => setExpectedOn(target.value)}
                className="mt-3"
              />
            </>
          )}
          <p role="status" className="mt-3 text-sm text-quiet">
            {isReady
              ? `All packed. Press Enter in the scan field to ${isPickUp ? 'tell the customer' : 'ship'}.`
              : leftText(order, packed)}
          </p>
          <Button
            type="submit"
            aria-disabled={!isReady || isSending}
            className="mt-3 w-full aria-disabled:opacity-60"
          >
            {isSending ? 'Saving…' : isPickUp ? 'Ready for pick-up and next' : 'Ship and next'}
          </Button>
        </form>
      </Panel>
    </div>
  )
}

/** The reason why an order of the run does not ship, such as another packer who was faster. */
function NotToShip({ order, onNext }: { order: AdminOrder; onNext(): void }) {
  const shippedBy = order.events.findLast(({ kind }) => kind === 'shipped')?.who
  const next = useRef<HTMLButtonElement>(null)
  useEffect(() => next.current?.focus(), [])
  const text =
    order.status === 'shipped' || order.status === 'delivered'
      ? `${shippedBy || 'Another person'} has already shipped this order.`
      : order.readyAt
        ? 'This order is packed and waits to be picked up.'
        : order.hold
          ? 'This order is on hold because its buyer has withdrawn. Do not ship it.'
          : 'This order cannot be shipped now. Open it to see why.'
  return (
    <Panel title={`Order ${order.serial}`}>
      <p role="alert">{text}</p>
      <Button ref={next} className="mt-4" onClick={onNext}>
        Next order
      </Button>
    </Panel>
  )
}

const summary = ({ shippingAddress: { fullName, city, pincode }, shippingName }: AdminOrder) =>
  [fullName, `${city} ${pincode}`.trim(), shippingName].filter(Boolean).join(', ')

function leftText({ lines }: AdminOrder, packed: Packed): string {
  const left = lines.reduce(
    (sum, { lineId, lefttoship }) => sum + Math.max(0, lefttoship - (packed.get(lineId) ?? 0)),
    0,
  )
  return left === 1 ? '1 item is not packed yet.' : `${left} items are not packed yet.`
}
