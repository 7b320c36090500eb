import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import { links } from '#contract/links.ts'
import type { SearchSignal } from '#contract/search/search-signal.ts'
import { useAdminList } from '#web/data/admin/query.ts'
import { useAdminCall } from '#web/data/admin/use-admin-mutation.ts'
import { useFocus } from '#web/lib/browser/focus.ts'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { useTableState } from '#web/ui/table/use-table-state.ts'
import { DashboardPage } from '../dashboard-page.tsx'
import { RowButton } from '../list-page/row-button.tsx'
import { SearchPages } from './search-pages.tsx'

type Product = SearchSignal['products'][number]

const subject = 'search_signal'

/** The searches whose results clicks and orders have sorted. */
export default function SearchSignals() {
  const table = useTableState({ search: 'Filter searches' })
  const query = useAdminList('GET admin/search/signals', table.query)
  const reset = useAdminCall('DELETE admin/search/signals/:id')
  const [resetting, setResetting] = useState<SearchSignal>()
  const heading = useRef<HTMLHeadingElement>(null)
  const focus = useFocus()
  return (
    <DashboardPage
      title="Learned from clicks"
      headingRef={heading}
      crumbs={[
        { name: 'Dashboard', path: dashboardLinks.overview() },
        { name: 'Search', path: dashboardLinks.searchReport() },
      ]}
      actions={<LinkButton href={dashboardLinks.audit({ subject })}>Activity log</LinkButton>}
    >
      <SearchPages />
      <p className="mb-6 max-w-prose text-quiet">
        {query.data?.learns === false
          ? 'The shop does not learn from clicks at present. An administrator can change that in the settings.'
          : 'Results that shoppers open or order after a search move up in it. “From place 10 to 3” is how far a product in place 10 would move. After three weeks a click counts half as much.'}
      </p>
      <DataTable<SearchSignal>
        caption="Learned from clicks"
        table={table}
        query={query}
        rowKey={({ id }) => id}
        rowName={({ q }) => q}
        empty={
          <EmptyState
            title="Nothing learned yet"
            text="A search appears here when three shoppers have opened the same result within a week."
          />
        }
        columns={[
          {
            id: 'q',
            name: 'Search',
            cell: ({ q }) => (
              <a
                href={links.search(q)}
                className="font-medium underline-offset-4 wrap-anywhere hover:underline"
              >
                {q}
              </a>
            ),
          },
          {
            id: 'products',
            name: 'Products',
            cell: ({ products }) => <LiftedProducts products={products} />,
          },
          {
            id: 'actions',
            name: 'Actions',
            cell: (signal) => (
              <RowButton danger aria-label={`Reset ${signal.q}`} onClick={() => setResetting(signal)}>
                Reset
              </RowButton>
            ),
          },
        ]}
      />
      {resetting && (
        <ConfirmDialog
          title={`Reset “${resetting.q}”?`}
          text="Its results return to their usual order, and clicks count from zero. You can undo this in the activity log."
          confirm="Reset search"
          onClose={() => setResetting(undefined)}
          onConfirm={() => {
            const button = document.activeElement
            // The button disappears with its row.
            reset.mutate({ id: resetting.id }, { onSuccess: () => focus(() => heading.current, button) })
          }}
        />
      )}
    </DashboardPage>
  )
}

function LiftedProducts({ products }: { products: readonly Product[] }) {
  return (
    <ul className="space-y-2 py-2">
      {products.map((product) => (
        <li key={product.id}>
          <Link
            to={dashboardLinks.product(product.id)}
            className="underline-offset-4 wrap-anywhere hover:underline"
          >
            {product.name}
          </Link>
          <span className="block text-sm text-quiet tabular">{effectOf(product)}</span>
        </li>
      ))}
    </ul>
  )
}

/** "From place 10 to 3 · opened by 12 shoppers, ordered twice". */
function effectOf({ placeFromTen, shoppers, orders }: Product): string {
  const effect = placeFromTen < 10 ? `From place 10 to ${placeFromTen}` : 'Hardly moves'
  const opened = shoppers === 1 ? '1 shopper' : `${shoppers} shoppers`
  const ordered = orders === 0 ? '' : orders === 1 ? ', 1 order' : `, ${orders} orders`
  return `${effect} · opened by about ${opened}${ordered}`
}
