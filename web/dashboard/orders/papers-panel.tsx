import type { AdminOrder } from '#contract/admin-order.ts'
import { links } from '#contract/links.ts'
import { buttonStyle } from '../../ui/button-style.ts'
import { Panel } from '../panel.tsx'

/** What is printed for an order. */
export function PapersPanel({ order: { number, hasInvoice, invoiceNumber } }: { order: AdminOrder }) {
  return (
    <Panel title="Papers">
      <p className="text-quiet">
        {invoiceNumber
          ? `Invoice ${invoiceNumber}`
          : hasInvoice
            ? 'The invoice gets its number when it is opened first, or when the parcel leaves.'
            : 'There is no invoice before an order is confirmed, and none of one that was cancelled before.'}
      </p>
      <p className="mt-4 flex flex-wrap gap-3">
        {hasInvoice && <PaperLink href={links.paper(number, 'invoice')} name="Invoice" />}
        <PaperLink href={links.paper(number, 'packing-slip')} name="Packing slip" />
      </p>
    </Panel>
  )
}

function PaperLink({ href, name }: { href: string; name: string }) {
  return (
    <a href={href} target="_blank" rel="noopener" className={buttonStyle('secondary')}>
      {name} (PDF)<span className="sr-only"> (opens a new window)</span>
    </a>
  )
}
