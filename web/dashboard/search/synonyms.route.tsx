import { useSearchParams } from 'react-router'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import type { Synonym } from '#contract/search/search-words.ts'
import { synonyms } from '#web/data/admin/search.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { useTableState } from '#web/ui/table/use-table-state.ts'
import { actionsColumn } from '../list-page/columns.tsx'
import { ListPage } from '../list-page/list-page.tsx'
import { SearchPages } from './search-pages.tsx'
import { SuggestedSynonyms } from './suggested-synonyms.tsx'
import { SynonymForm } from './synonym-form.tsx'

const row = {
  idOf: ({ id }: Synonym) => id,
  nameOf: ({ words }: Synonym) => words.join(', '),
}

/** Groups of words that the search treats alike. */
export default function Synonyms() {
  const [search] = useSearchParams()
  const table = useTableState({ search: 'Search synonyms' })
  const query = synonyms.useList(table.query)
  const { remove } = synonyms.useChanges()
  const word = (search.get('word') ?? '').slice(0, 100)

  return (
    <ListPage<Synonym>
      {...row}
      title="Synonyms"
      crumbs={[
        { name: 'Dashboard', path: dashboardLinks.overview() },
        { name: 'Search', path: dashboardLinks.searchReport() },
      ]}
      noun="synonyms"
      subject="search_synonym"
      intro={
        <>
          <SearchPages />
          <SuggestedSynonyms />
        </>
      }
      deletion={{
        text: 'Results return to normal. You can restore them from the activity log.',
        isPending: remove.isPending,
        remove: ({ id }, _moveTo, handlers) => remove.mutate({ id }, handlers),
      }}
      form={({ row: synonym, onDone }) => (
        <SynonymForm
          key={word}
          row={synonym}
          word={word}
          onDone={() => {
            onDone()
            if (!synonym && word) table.set({ word: undefined, page: table.page }, { replace: true })
          }}
        />
      )}
      list={{
        caption: 'Synonyms',
        table,
        query,
        empty: <EmptyState title="No synonyms yet" text="Use the form to add words that mean the same." />,
        columns: (callbacks) => [
          {
            id: 'words',
            name: 'Synonyms',
            cell: (synonym) => <span className="wrap-anywhere">{row.nameOf(synonym)}</span>,
          },
          actionsColumn(callbacks, { ...row, subject: 'search_synonym' }),
        ],
      }}
    />
  )
}
