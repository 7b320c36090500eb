import { Fragment } from 'react'
import { Link } from 'react-router'
import type { AdminOrder } from '#contract/orders/admin-order.ts'
import type { SellerGap } from '#contract/orders/order.ts'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import { useShop } from '#web/data/shop.ts'
import { buttonStyle } from '#web/ui/button-style.ts'
import { Panel } from '#web/dashboard/panel.tsx'
import { customerOf, OrderLink } from './order-link.tsx'

const gapLinks: Record<SellerGap, { name: string; to: string }> = {
  address: { name: 'the shop’s address', to: dashboardLinks.settings() },
  gstin: { name: 'your GSTIN', to: dashboardLinks.settings('invoices') },
}

/** The invoice, the credit notes and the packing slip of an order. */
export function DocumentsPanel({ order }: { order: AdminOrder }) {
  const { number, hold, hasInvoice, proFormaUrl, invoiceNumber, sellerGaps, creditNotes } = order
  const shop = useShop()
  return (
    <Panel title="Documents">
      <p className="text-quiet">
        {invoiceNumber
          ? `Invoice ${invoiceNumber}`
          : hasInvoice
            ? 'The invoice is numbered when first opened or when the order ships.'
            : sellerGaps.length === 0 && 'Invoices are available once an order is confirmed.'}
      </p>
      {sellerGaps.length > 0 && (
        <p>
          Before an invoice can be issued, add{' '}
          {sellerGaps.map((gap, index) => (
            <Fragment key={gap}>
              {index > 0 && ' and '}
              <Link to={gapLinks[gap].to} className="underline underline-offset-4 hover:decoration-2">
                {gapLinks[gap].name}
              </Link>
            </Fragment>
          ))}
          .
        </p>
      )}
      <p className="mt-4 flex flex-wrap gap-3">
        {proFormaUrl && <DocumentLink href={dashboardLinks.proForma(number)} name="Pro forma" />}
        {hasInvoice && <DocumentLink href={dashboardLinks.invoice(number)} name="Invoice" />}
        {creditNotes.map(({ serial, number: text }) => (
          <DocumentLink key={serial} href={dashboardLinks.creditNote(number, serial)} name={text} />
        ))}
        {hold === null && <DocumentLink href={dashboardLinks.packingSlip(number)} name="Packing slip" />}
      </p>
      {proFormaUrl && (
        <div className="mt-4">
          <OrderLink
            {...customerOf(order, shop)}
            label="Pro forma for the customer"
            url={proFormaUrl}
            message={`The pro forma invoice of your order ${order.serial}`}
          />
        </div>
      )}
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
