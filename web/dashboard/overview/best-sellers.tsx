import { Link } from 'react-router'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import { useOverview } from '#web/data/admin/reports.ts'
import { useShop } from '#web/data/shop.ts'
import { money } from '#web/lib/format/money.ts'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Thumbnail } from '../list-page/thumbnail.tsx'
import { Panel } from '../panel.tsx'

/** The best sellers of the last 30 days, whatever period the page shows. */
export function BestSellers({ days }: { days: Parameters<typeof useOverview>[0] }) {
  const { locale } = useShop()
  const query = useOverview(days)
  return (
    <Panel title="Best sellers" intro="Last 30 days, by units sold">
      <Loaded query={query} skeleton={<Skeleton className="h-64" />}>
        {({ bestSellers, currency }) =>
          bestSellers.length === 0 ? (
            <p className="text-quiet">No sales in the last 30 days.</p>
          ) : (
            <ol className="grid gap-3">
              {bestSellers.map(({ productid, productname, image, units, sales }) => (
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
          )
        }
      </Loaded>
    </Panel>
  )
}
