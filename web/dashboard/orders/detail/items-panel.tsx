import { useState } from 'react'
import { Link } from 'react-router'
import type { AdminOrder } from '#contract/orders/admin-order.ts'
import type { OrderLine } from '#contract/orders/order.ts'
import { useShop } from '#web/data/shop.ts'
import { money, type MoneyFormat } from '#web/lib/format/money.ts'
import { Button } from '#web/ui/button.tsx'
import { EditItemsDialog } from '../edit/edit-items-dialog.tsx'
import { Panel } from '#web/dashboard/panel.tsx'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import { Thumbnail } from '#web/dashboard/list-page/thumbnail.tsx'

/** The ordered items, each with the calculation of its total. */
export function ItemsPanel({ order }: { order: AdminOrder }) {
  const { lines, quantity, currency, can } = order
  const [editing, setEditing] = useState(false)
  const format = { ...useShop(), currency }
  return (
    <Panel title={quantity === 1 ? '1 item' : `${quantity} items`}>
      <ul className="divide-y divide-line">
        {lines.map((line) => (
          <li key={line.variantid} className="flex gap-4 py-4 first:pt-0 last:pb-0">
            <Thumbnail image={line.image} />
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
              <p className="text-sm text-quiet wrap-anywhere">{lineSummary(line, format)}</p>
              <PriceSteps line={line} format={format} />
            </div>
          </li>
        ))}
      </ul>
      {can.includes('edit') && (
        <div className="mt-5">
          <Button kind="secondary" onClick={() => setEditing(true)}>
            Edit items
          </Button>
        </div>
      )}
      {editing && <EditItemsDialog order={order} onClose={() => setEditing(false)} />}
    </Panel>
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
