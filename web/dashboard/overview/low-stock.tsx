import { dashboardLinks } from '#contract/dashboard-links.ts'
import { useAdminList } from '#web/data/admin/query.ts'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Panel } from '../panel.tsx'
import { ProductItem } from './product-item.tsx'

/** The variants that sell out next, fewest units first. */
export function LowStock() {
  const query = useAdminList('GET admin/stock', { level: 'low', sort: 'available', limit: 5 })
  return (
    <Panel title="Low stock">
      <Loaded query={query} skeleton={<Skeleton className="h-64" />}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="text-quiet">Nothing sells out soon.</p>
          ) : (
            <ul className="grid gap-3">
              {data.map(({ variantid, productname, options, image, available }) => (
                <ProductItem
                  key={variantid}
                  image={image}
                  name={productname}
                  to={dashboardLinks.stockLedger(variantid)}
                  detail={Object.values(options).join(' / ')}
                >
                  <span className="shrink-0 text-sm tabular">{available} left</span>
                </ProductItem>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  )
}
