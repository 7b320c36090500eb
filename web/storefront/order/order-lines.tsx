import { links } from '#contract/links.ts'
import type { OrderLine } from '#contract/orders/order.ts'
import { exactMoney, type MoneyFormat } from '#web/lib/format/money.ts'
import { ProductImage } from '#web/ui/image.tsx'

/** The lines of an order as placed, with the current images. */
export function OrderLines({ lines, format }: { lines: OrderLine[]; format: MoneyFormat }) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {lines.map((line) => (
        <li
          key={line.variantid}
          className="grid grid-cols-[5rem_minmax(0,1fr)] gap-x-4 py-4 sm:grid-cols-[5rem_minmax(0,1fr)_auto]"
        >
          <div className="row-span-2 size-20 rounded-xs bg-ground sm:row-span-1">
            {line.image && (
              <ProductImage image={line.image} sizes="80px" alt="" className="size-full rounded-xs" />
            )}
          </div>
          <div className="min-w-0">
            <p className="leading-snug wrap-anywhere">
              {line.image ? (
                <a href={links.product(line.productid)} className="underline-offset-4 hover:underline">
                  {line.productname}
                </a>
              ) : (
                line.productname
              )}
            </p>
            {Object.entries(line.options).map(([option, value]) => (
              <p key={option} className="text-sm text-quiet">
                {option}: {value}
              </p>
            ))}
            <p className="mt-1 text-sm text-quiet tabular">
              {line.quantity} × {exactMoney(line.productprice, format)}
              {line.refundedquantity > 0 && `, ${line.refundedquantity} refunded`}
            </p>
          </div>
          <p className="col-start-2 mt-1 font-medium tabular sm:col-start-3 sm:mt-0">
            {exactMoney(line.productprice * line.quantity, format)}
          </p>
        </li>
      ))}
    </ul>
  )
}
