import { dashboardLinks } from '#contract/dashboard-links.ts'
import type { PackingDocument } from '#contract/orders/packing.ts'
import { buttonStyle } from '#web/ui/button-style.ts'
import { ordersText } from '../orders/order-labels.ts'

const documents: readonly (readonly [PackingDocument, string])[] = [
  ['slip', 'Print slips'],
  ['label', 'Print labels'],
  ['pick', 'Pick list'],
]

/** Links to the packing slips, the labels and the pick list of selected orders. */
export const DocumentLinks = ({ orders }: { orders: readonly { number: string }[] }) =>
  documents.map(([kind, text]) => (
    <a
      key={kind}
      href={dashboardLinks.packingDocuments(
        kind,
        orders.map(({ number }) => number),
      )}
      target="_blank"
      rel="noopener"
      className={buttonStyle('secondary')}
    >
      {text}
      <span className="sr-only"> of {ordersText(orders.length)} (opens in a new window)</span>
    </a>
  ))
