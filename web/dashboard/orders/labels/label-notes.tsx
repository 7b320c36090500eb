import type { OrderLabel } from '#contract/carriers/label.ts'

/** Labels without a shipment that staff have to know of: one whose purchase has no answer yet, or that goes back. */
export function LabelNotes({ labels }: { labels: readonly OrderLabel[] }) {
  const open = labels.filter(
    ({ state, shipmentId }) => state === 'buying' || (state === 'bought' && shipmentId === null),
  )
  if (open.length === 0) return null
  return (
    <ul role="status" className="mt-4 grid gap-2 border-t border-line pt-4">
      {open.map(({ id, name, problem }) => (
        <li key={id} className="wrap-anywhere">
          <span className="font-medium">{name}:</span> {problem || 'The label is being bought.'}
        </li>
      ))}
    </ul>
  )
}
