import { useState } from 'react'
import { Link } from 'react-router'
import type { AdminOrder } from '#contract/orders/admin-order.ts'
import type { OrderLine } from '#contract/orders/order.ts'
import { useShop } from '#web/data/shop.ts'
import { money, type MoneyFormat } from '#web/lib/format/money.ts'
import { Button } from '#web/ui/button.tsx'
import { EditOrderDialog } from '../edit/edit-order-dialog.tsx'
import { useUndoToast } from '../edit/use-undo-edit.ts'
import { Panel } from '#web/dashboard/panel.tsx'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import { addressText } from './contact/address-text.ts'
import { CopyButton } from './contact/copy-button.tsx'
import { Thumbnail } from '#web/dashboard/list-page/thumbnail.tsx'

/** The ordered items, each with the calculation of its total. */
export function ItemsPanel({ order }: { order: AdminOrder }) {
  const { lines, quantity, currency, can } = order
  const [editing, setEditing] = useState(false)
  const announce = useUndoToast(order.number)
  const format = { ...useShop(), currency }
  const canShip = can.includes('fulfil')
  return (
    <Panel title={quantity === 1 ? '1 item' : `${quantity} items`}>
      {canShip && <PackingHead order={order} />}
      <ul className="divide-y divide-line">
        {lines.map((line) => (
          <li key={line.variantid} className="flex gap-4 py-4 first:pt-0 last:pb-0">
            {canShip && line.lefttoship > 0 && <Tick line={line} />}
            <Thumbnail image={line.image} size="large" />
            <div className="min-w-0 grow">
              <div className="flex flex-wrap justify-between gap-x-4">
                <p className="min-w-0 wrap-anywhere">
                  <Link
                    to={dashboardLinks.product(line.productid)}
                    className="inline-block py-0.5 font-medium underline underline-offset-4 hover:decoration-2"
                  >
                    {line.productname}
                  </Link>
                </p>
                <p className="font-medium tabular">{money(line.linetotal, format)}</p>
              </div>
              {canShip && line.shelf && <p className="font-medium wrap-anywhere">Shelf {line.shelf}</p>}
              <p className="text-sm text-quiet wrap-anywhere">{lineSummary(line, format)}</p>
              <PriceSteps line={line} format={format} />
            </div>
          </li>
        ))}
      </ul>
      {can.includes('edit') && (
        <div className="mt-5">
          <Button kind="secondary" onClick={() => setEditing(true)}>
            Edit order
          </Button>
        </div>
      )}
      {editing && <EditOrderDialog order={order} onSaved={announce} onClose={() => setEditing(false)} />}
    </Panel>
  )
}

/** The documents for the package, and on small screens its address, which large ones show beside the items. */
function PackingHead({ order: { number, shippingAddress } }: { order: AdminOrder }) {
  const address = addressText(shippingAddress)
  return (
    <div className="mb-4 grid gap-3">
      <p className="text-sm wrap-anywhere xl:hidden">
        <span className="text-quiet">To </span>
        {address.replaceAll('\n', ', ')} <CopyButton text={address} noun="address" />
      </p>
      <p className="flex flex-wrap gap-x-4 gap-y-2">
        {(['slip', 'label'] as const).map((kind) => (
          <a
            key={kind}
            href={dashboardLinks.packingDocuments(kind, [number])}
            target="_blank"
            rel="noopener"
            className="inline-block py-1 underline underline-offset-4 hover:decoration-2"
          >
            Print {kind}
            <span className="sr-only"> (opens in a new window)</span>
          </a>
        ))}
      </p>
    </div>
  )
}

/** Marks a line as packed, for the eyes of the packer alone. */
function Tick({ line: { productname, lefttoship } }: { line: AdminOrder['lines'][number] }) {
  return (
    <input
      type="checkbox"
      aria-label={`Packed: ${lefttoship} × ${productname}`}
      className="mt-5 size-6 shrink-0 cursor-pointer accent-ink"
    />
  )
}

function lineSummary(line: OrderLine, format: MoneyFormat): string {
  const { quantity, productprice, options, sku, refundedquantity, shippedquantity } = line
  return [
    `${quantity} × ${money(productprice, format)}`,
    ...Object.entries(options).map(([name, value]) => `${name}: ${value}`),
    sku && `SKU ${sku}`,
    shippedquantity > 0 && shippedquantity < quantity && `${shippedquantity} shipped`,
    refundedquantity > 0 && `${refundedquantity} refunded`,
  ]
    .filter(Boolean)
    .join(' · ')
}

function PriceSteps({
  line: { steps, linetotal, productname },
  format,
}: {
  line: OrderLine
  format: MoneyFormat
}) {
  return (
    <details className="mt-1 text-sm">
      <summary className="w-fit cursor-pointer py-1 text-quiet underline underline-offset-4 hover:decoration-2">
        How is this calculated?<span className="sr-only"> ({productname})</span>
      </summary>
      <dl className="mt-1 grid max-w-md gap-1 rounded-xs bg-ground p-3">
        {steps.map(({ text, amount, contained }) => (
          <div key={text} className={`flex justify-between gap-4 ${contained ? 'text-quiet' : ''}`}>
            <dt className="min-w-0 wrap-anywhere">{text}</dt>
            <dd className="tabular">{contained ? `(${money(amount, format)})` : money(amount, format)}</dd>
          </div>
        ))}
        <div className="flex justify-between gap-4 border-t border-line pt-1 font-medium">
          <dt>Line total</dt>
          <dd className="tabular">{money(linetotal, format)}</dd>
        </div>
      </dl>
    </details>
  )
}
