import { Link } from 'react-router'
import { links } from '#contract/links.ts'
import type { OrderLine } from '#contract/order.ts'
import { exactMoney, type MoneyFormat } from '../../lib/money.ts'
import { ProductPicture } from '../../ui/picture.tsx'

/** The lines of an order, as they were when it was placed, with the pictures of today. */
export function OrderLines({ lines, format }: { lines: OrderLine[]; format: MoneyFormat }) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {lines.map((line) => (
        <li
          key={line.variantid}
          className="grid grid-cols-[5rem_minmax(0,1fr)] gap-x-4 py-4 sm:grid-cols-[5rem_minmax(0,1fr)_auto]"
        >
          <div className="row-span-2 size-20 rounded-xs bg-ground sm:row-span-1">
            {line.picture && (
              <ProductPicture picture={line.picture} sizes="80px" alt="" className="size-full rounded-xs" />
            )}
          </div>
          <div className="min-w-0">
            <p className="leading-snug wrap-anywhere">
              {line.picture ? (
                <Link to={links.product(line.productid)} className="underline-offset-4 hover:underline">
                  {line.productname}
                </Link>
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
              {line.refundedquantity > 0 && `, ${line.refundedquantity} paid back`}
            </p>
          </div>
          <p className="col-start-2 mt-1 font-medium tabular sm:col-start-3 sm:mt-0">
            {exactMoney(line.linetotal, format)}
          </p>
        </li>
      ))}
    </ul>
  )
}
