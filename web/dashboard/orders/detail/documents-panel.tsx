import type { AdminOrder } from '#contract/orders/admin-order.ts'
import { dashboardLinks } from '#contract/links.ts'
import { buttonStyle } from '../../../ui/button-style.ts'
import { Panel } from '../../panel.tsx'

/** The invoice and the packing slip of an order. */
export function DocumentsPanel({ order: { number, hasInvoice, invoiceNumber } }: { order: AdminOrder }) {
  return (
    <Panel title="Documents">
      <p className="text-quiet">
        {invoiceNumber
          ? `Invoice ${invoiceNumber}`
          : hasInvoice
            ? 'The invoice is numbered when first opened or when the order ships.'
            : 'Invoices are available once an order is confirmed.'}
      </p>
      <p className="mt-4 flex flex-wrap gap-3">
        {hasInvoice && <DocumentLink href={dashboardLinks.invoice(number)} name="Invoice" />}
        <DocumentLink href={dashboardLinks.packingSlip(number)} name="Packing slip" />
      </p>
    </Panel>
  )
}

function DocumentLink({ href, name }: { href: string; name: string }) {
  return (
    <a href={href} target="_blank" rel="noopener" className={buttonStyle('secondary')}>
      {name} (PDF)<span className="sr-only"> (opens in a new window)</span>
    </a>
  )
}
