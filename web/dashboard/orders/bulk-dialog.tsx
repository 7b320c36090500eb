import { useState } from 'react'
import type { BulkOutcome, bulkOrderActions } from '#contract/admin-order.ts'
import { useOrderWork } from '../../data/admin-orders.ts'
import { serverMessage } from '../../lib/api.ts'
import { showToast } from '../../lib/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { BulkParcels } from './bulk-parcels.tsx'

export type BulkAction = (typeof bulkOrderActions)[number]

/** What is asked, what it means, and what was done. */
const words: Record<BulkAction, { ask: string; text: string; action: string; done: string }> = {
  confirm: {
    ask: 'Has the money arrived?',
    text: 'Their bank transfers are booked as received, and the customers are told that their orders are confirmed.',
    action: 'Confirm',
    done: 'confirmed',
  },
  fulfil: {
    ask: 'Have the parcels left?',
    text: 'The customers are told that their orders are on their way, with whatever you fill in here. It can be added later in each order too.',
    action: 'Mark as shipped',
    done: 'shipped',
  },
  deliver: {
    ask: 'Have the parcels arrived?',
    text: 'What was to be paid at the door is booked as paid, and the customers are thanked.',
    action: 'Mark as delivered',
    done: 'delivered',
  },
}

interface BulkDialogProps {
  action: BulkAction
  numbers: readonly string[]
  /** `moved`: those that were moved. */
  onClose(moved: readonly string[]): void
}

/** Asks before many orders are moved on, and says of each that could not be why. */
export function BulkDialog({ action, numbers, onClose }: BulkDialogProps) {
  const { many } = useOrderWork()
  const { ask, text, action: name, done } = words[action]
  const [busy, setBusy] = useState(false)
  const [outcomes, setOutcomes] = useState<BulkOutcome[]>()
  const [failure, setFailure] = useState('')
  const [carrier, setCarrier] = useState('')
  const [tracking, setTracking] = useState<ReadonlyMap<string, string>>(new Map())
  const moved = (outcomes ?? []).filter((outcome) => outcome.done).map(({ number }) => number)
  const refused = (outcomes ?? []).filter((outcome) => !outcome.done)

  const parcels = () =>
    numbers
      .map((number) => ({ number, carrier: carrier.trim(), tracking: tracking.get(number)?.trim() ?? '' }))
      .filter((parcel) => parcel.carrier || parcel.tracking)

  async function run() {
    setBusy(true)
    setFailure('')
    try {
      const found = await many({
        numbers: [...numbers],
        action,
        ...(action === 'fulfil' && { parcels: parcels() }),
      })
      const all = found.filter((outcome) => outcome.done)
      if (all.length === found.length) {
        showToast('success', `${count(all.length)} ${done}`)
        return onClose(all.map(({ number }) => number))
      }
      setOutcomes(found)
    } catch (error) {
      setFailure(serverMessage(error) ?? 'This could not be done. Please try again.')
    }
    setBusy(false)
  }

  if (outcomes) {
    return (
      <Dialog title={`${moved.length} of ${outcomes.length} ${done}`} onClose={() => onClose(moved)}>
        <p>These stay as they are:</p>
        <ul className="mt-3 max-h-80 list-disc overflow-auto pl-5">
          {refused.map(({ number, message }) => (
            <li key={number} className="py-1 wrap-anywhere">
              {message}
            </li>
          ))}
        </ul>
        <div className="mt-6 flex justify-end">
          <Button onClick={() => onClose(moved)}>Close</Button>
        </div>
      </Dialog>
    )
  }
  return (
    <Dialog title={`${ask} ${count(numbers.length)}`} onClose={() => onClose([])}>
      <p className="text-quiet">{text}</p>
      {action === 'fulfil' && (
        <BulkParcels
          numbers={numbers}
          carrier={carrier}
          onCarrier={setCarrier}
          tracking={tracking}
          onTracking={setTracking}
        />
      )}
      {failure && (
        <p role="alert" className="mt-4 text-danger">
          {failure}
        </p>
      )}
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button kind="secondary" onClick={() => onClose([])}>
          Cancel
        </Button>
        <Button aria-disabled={busy} onClick={() => void (busy || run())}>
          {busy ? 'Working…' : name}
        </Button>
      </div>
    </Dialog>
  )
}

const count = (orders: number) => (orders === 1 ? '1 order' : `${orders} orders`)
