import { Link } from 'react-router'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import { useAdminList } from '#web/data/admin/query.ts'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Thumbnail } from '../list-page/thumbnail.tsx'
import { Panel } from '../panel.tsx'

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
                <li key={variantid} className="flex items-center gap-3">
                  <Thumbnail image={image} />
                  <span className="min-w-0 grow">
                    <Link
                      to={dashboardLinks.stockLedger(variantid)}
                      className="line-clamp-2 wrap-anywhere underline-offset-4 hover:underline"
                    >
                      {productname}
                    </Link>
                    <span className="text-sm text-quiet">{Object.values(options).join(' / ')}</span>
                  </span>
                  <span className="shrink-0 text-sm tabular">{available} left</span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  )
}
