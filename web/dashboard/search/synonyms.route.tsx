import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Synonym } from '#contract/search-words.ts'
import { useSearchChanges, useSynonyms } from '../../data/admin-search.ts'
import { wordsOf } from '../../data/personal-change.ts'
import { showToast } from '../../lib/toasts.ts'
import { useTableState } from '../../lib/use-table-state.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { Column } from '../../ui/table/column.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { DashboardPage } from '../dashboard-page.tsx'
import { besideForm } from '../shelves/form-card.tsx'
import { RowActions } from '../shelves/row-actions.tsx'
import { ShelfActions } from '../shelves/shelf-actions.tsx'
import { useEditing } from '../shelves/use-editing.ts'
import { searchReport } from './places.ts'
import { SearchPages } from './search-pages.tsx'
import { SynonymForm } from './synonym-form.tsx'

const nameOf = ({ words }: Synonym) => words.join(', ')

/** Words that mean the same to the search. */
export default function Synonyms() {
  const [search, setSearch] = useSearchParams()
  const table = useTableState()
  const query = useSynonyms(table.query)
  const { removeSynonym } = useSearchChanges()
  const { editing, edit, formKey, done, deleted } = useEditing<Synonym>()
  const [deleting, setDeleting] = useState<Synonym>()
  const word = (search.get('word') ?? '').slice(0, 100)

  function finish() {
    done()
    if (!editing && word) {
      const others = new URLSearchParams(search)
      others.delete('word')
      setSearch(others, { replace: true, preventScrollReset: true })
    }
  }

  async function removeOne({ id }: Synonym) {
    const rows = query.data?.data
    try {
      showToast('success', await removeSynonym(id))
      deleted(id, rows)
    } catch (error) {
      showToast('error', wordsOf(error as Error))
    }
  }

  const columns: Column<Synonym>[] = [
    {
      id: 'words',
      name: 'Words that mean the same',
      cell: (row) => <span className="wrap-anywhere">{nameOf(row)}</span>,
    },
    {
      id: 'actions',
      name: 'Actions',
      cell: (row) => (
        <RowActions
          id={row.id}
          name={nameOf(row)}
          subject="search_synonym"
          onEdit={() => edit(row)}
          onDelete={() => setDeleting(row)}
        />
      ),
    },
  ]

  return (
    <DashboardPage
      title="Synonyms"
      crumbs={[
        { name: 'Dashboard', path: '/dashboard' },
        { name: 'Search', path: searchReport },
      ]}
      actions={<ShelfActions subject="search_synonym" />}
    >
      <SearchPages />
      <div className={besideForm}>
        <SynonymForm key={`${formKey} ${word}`} synonym={editing} word={word} onDone={finish} />
        <div className="min-w-0">
          <DataTable
            caption="Synonyms"
            columns={columns}
            table={table}
            query={query}
            rowKey={({ id }) => id}
            rowName={nameOf}
            searchLabel="Search words"
            empty={<EmptyState title="No synonyms yet" text="Add the first ones with the form." />}
          />
        </div>
      </div>
      {deleting && (
        <ConfirmDialog
          title={`Delete ${nameOf(deleting)}?`}
          text="Each of these words then finds what it finds by itself. They can be brought back from the history."
          confirm="Delete synonyms"
          onClose={() => setDeleting(undefined)}
          onConfirm={() => void removeOne(deleting)}
        />
      )}
    </DashboardPage>
  )
}
