import { Link } from 'react-router'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import type { Overview } from '#contract/reports/report.ts'
import { useShop } from '#web/data/shop.ts'
import { money } from '#web/lib/format/money.ts'
import { Panel } from '../panel.tsx'

import { Thumbnail } from '../list-page/thumbnail.tsx'

/** The best sellers of the last 30 days, whatever period the page shows. */
export function BestSellers({ products, currency }: { products: Overview['bestSellers']; currency: string }) {
  const { locale } = useShop()
  return (
    <Panel title="Best sellers" intro="Last 30 days, by units sold">
      {products.length === 0 ? (
        <p className="text-quiet">No sales in the last 30 days.</p>
      ) : (
        <ol className="grid gap-3">
          {products.map(({ productid, productname, image, units, sales }) => (
            <li key={productid} className="flex items-center gap-3">
              <Thumbnail image={image} />
              <span className="min-w-0 grow">
                <Link
                  to={dashboardLinks.product(productid)}
                  className="line-clamp-2 wrap-anywhere underline-offset-4 hover:underline"
                >
                  {productname}
                </Link>
                <span className="text-sm text-quiet tabular">
                  {units} {units === 1 ? 'unit' : 'units'} · {money(sales, { currency, locale })}
                </span>
              </span>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  )
}
