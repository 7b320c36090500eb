import { Link } from 'react-router'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import type { SearchRule } from '#contract/search/search-words.ts'
import { searchRules } from '#web/data/admin/search.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { useTableState } from '#web/ui/table/use-table-state.ts'
import { actionsColumn } from '../list-page/columns.tsx'
import { ListPage } from '../list-page/list-page.tsx'
import { SearchPages } from './search-pages.tsx'

const idOf = ({ id }: SearchRule) => id

/** The rules that pin or hide products for a search query. */
export default function SearchRules() {
  const table = useTableState({ search: 'Search rules' })
  const query = searchRules.useList(table.query)
  const { remove } = searchRules.useChanges()
  return (
    <ListPage<SearchRule>
      title="Pinned and hidden results"
      crumbs={[
        { name: 'Dashboard', path: dashboardLinks.overview() },
        { name: 'Search', path: dashboardLinks.searchReport() },
      ]}
      noun="rule"
      subject="search_rule"
      idOf={idOf}
      nameOf={({ q }) => `the rule for “${q}”`}
      intro={<SearchPages />}
      actions={
        <LinkButton kind="primary" href={dashboardLinks.newSearchRule()}>
          Add rule
        </LinkButton>
      }
      deletion={{
        text: 'Results return to normal. You can restore the rule from the activity log.',
        isPending: remove.isPending,
        remove: ({ id }, _moveTo, handlers) => remove.mutate({ id }, handlers),
      }}
      list={{
        caption: 'Pinned and hidden results',
        table,
        query,
        empty: (
          <EmptyState
            title="No rules yet"
            text="A rule pins products to the top of a search, or hides them from it."
          />
        ),
        columns: (callbacks) => [
          {
            id: 'q',
            name: 'Search',
            cell: ({ id, q }) => (
              <Link
                to={dashboardLinks.searchRule(id)}
                className="font-medium underline underline-offset-4 wrap-anywhere hover:decoration-2"
              >
                {q}
              </Link>
            ),
          },
          { id: 'pinned', name: 'Pinned', cell: ({ pinned }) => <ProductNames products={pinned} /> },
          { id: 'hidden', name: 'Hidden', cell: ({ hidden }) => <ProductNames products={hidden} /> },
          actionsColumn(callbacks, {
            subject: 'search_rule',
            idOf,
            nameOf: ({ q }) => q,
            linkOf: ({ id }) => dashboardLinks.searchRule(id),
          }),
        ],
      }}
    />
  )
}

function ProductNames({ products }: { products: SearchRule['pinned'] }) {
  if (products.length === 0) return <span className="text-quiet">None</span>
  const firstProducts = products.slice(0, 3)
  return (
    <span className="line-clamp-3 wrap-anywhere">
      {firstProducts.map(({ name }) => name).join(', ')}
      {products.length > firstProducts.length && ` and ${products.length - firstProducts.length} more`}
    </span>
  )
}
