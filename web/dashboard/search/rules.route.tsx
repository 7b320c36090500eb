import { useState } from 'react'
import { Link } from 'react-router'
import type { SearchRule } from '#contract/search-words.ts'
import { useSearchChanges, useSearchRules } from '../../data/admin-search.ts'
import { wordsOf } from '../../data/personal-change.ts'
import { showToast } from '../../lib/toasts.ts'
import { useTableState } from '../../lib/use-table-state.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import type { Column } from '../../ui/table/column.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { DashboardPage } from '../dashboard-page.tsx'
import { focusBeside, historyOf, RowActions } from '../shelves/row-actions.tsx'
import { newRule, rulePath, searchReport } from './places.ts'
import { SearchPages } from './search-pages.tsx'

const columnsOf = (onDelete: (rule: SearchRule) => void): Column<SearchRule>[] => [
  {
    id: 'q',
    name: 'Search',
    cell: ({ id, q }) => (
      <Link
        to={rulePath(id)}
        className="font-medium underline underline-offset-4 wrap-anywhere hover:decoration-2"
      >
        {q}
      </Link>
    ),
  },
  { id: 'pinned', name: 'Come first', cell: ({ pinned }) => <Products products={pinned} /> },
  { id: 'hidden', name: 'Hidden', cell: ({ hidden }) => <Products products={hidden} /> },
  {
    id: 'actions',
    name: 'Actions',
    cell: (rule) => (
      <RowActions
        id={rule.id}
        name={rule.q}
        subject="search_rule"
        onEdit={rulePath(rule.id)}
        onDelete={() => onDelete(rule)}
      />
    ),
  },
]

/** The first names, and how many more there are. */
function Products({ products }: { products: SearchRule['pinned'] }) {
  if (products.length === 0) return <span className="text-quiet">None</span>
  const shown = products.slice(0, 3)
  return (
    <span className="line-clamp-3 wrap-anywhere">
      {shown.map(({ name }) => name).join(', ')}
      {products.length > shown.length && ` and ${products.length - shown.length} more`}
    </span>
  )
}

/** Searches of which staff says what comes first and what is not found. */
export default function SearchRules() {
  const table = useTableState()
  const query = useSearchRules(table.query)
  const { removeRule } = useSearchChanges()
  const [deleting, setDeleting] = useState<SearchRule>()

  async function removeOne({ id }: SearchRule) {
    const rows = query.data?.data.map((row) => row.id) ?? []
    try {
      showToast('success', await removeRule(id))
      focusBeside(rows, id)
    } catch (error) {
      showToast('error', wordsOf(error as Error))
    }
  }

  return (
    <DashboardPage
      title="Pinned and hidden results"
      crumbs={[
        { name: 'Dashboard', path: '/dashboard' },
        { name: 'Search', path: searchReport },
      ]}
      actions={
        <>
          <LinkButton to={historyOf('search_rule')}>History</LinkButton>
          <LinkButton kind="primary" to={newRule()}>
            Add a rule
          </LinkButton>
        </>
      }
    >
      <SearchPages />
      <DataTable
        caption="Pinned and hidden results"
        columns={columnsOf(setDeleting)}
        table={table}
        query={query}
        rowKey={({ id }) => id}
        rowName={({ q }) => q}
        searchLabel="Search rules"
        empty={
          <EmptyState
            title="No rules yet"
            text="A rule says which products come first for a search, and which are not found by it."
          />
        }
      />
      {deleting && (
        <ConfirmDialog
          title={`Delete the rule for “${deleting.q}”?`}
          text="This search then finds what it finds by itself. The rule can be brought back from the history."
          confirm="Delete rule"
          onClose={() => setDeleting(undefined)}
          onConfirm={() => void removeOne(deleting)}
        />
      )}
    </DashboardPage>
  )
}
