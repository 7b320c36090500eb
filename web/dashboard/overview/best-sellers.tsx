import { dashboardLinks } from '#contract/dashboard-links.ts'
import { useOverview } from '#web/data/admin/reports.ts'
import { useShop } from '#web/data/shop.ts'
import { money } from '#web/lib/format/money.ts'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Panel } from '../panel.tsx'
import { ProductItem } from './product-item.tsx'

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
                <ProductItem
                  key={productid}
                  image={image}
                  name={productname}
                  to={dashboardLinks.product(productid)}
                  detail={`${units} ${units === 1 ? 'unit' : 'units'} · ${money(sales, { currency, locale })}`}
                />
              ))}
            </ol>
          )
        }
      </Loaded>
    </Panel>
  )
}
