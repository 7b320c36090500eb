import { useState } from 'react'
import { redirectInput, type RedirectRow } from '#contract/redirects/redirect.ts'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import { redirects } from '#web/data/admin/operations/redirects.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { useTableState } from '#web/ui/table/use-table-state.ts'
import { actionsColumn, indexColumn } from '../list-page/columns.tsx'
import { FormCard } from '../list-page/form-card.tsx'
import { ListPage, type ListFormProps } from '../list-page/list-page.tsx'
import { RedirectDialog } from './redirect-dialog.tsx'

const row = {
  idOf: ({ id }: RedirectRow) => id,
  nameOf: ({ from }: RedirectRow) => from,
}

/** Lists, adds and changes redirects from old paths. */
export default function Redirects() {
  const table = useTableState({ search: 'Search redirects', sort: 'from' })
  const query = redirects.useList(table.query)
  const { remove } = redirects.useChanges()
  const [editing, setEditing] = useState<RedirectRow>()
  return (
    <>
      <ListPage<RedirectRow>
        {...row}
        title="Redirects"
        noun="redirect"
        deletion={{
          text: 'Visitors of the old path will see that the page does not exist.',
          isPending: remove.isPending,
          remove: ({ id }, _moveTo, handlers) => remove.mutate({ id }, handlers),
        }}
        form={(props) => <AddRedirect {...props} />}
        list={{
          caption: 'Redirects',
          exportUrl: dashboardLinks.listExport('redirects'),
          table,
          query,
          empty: (
            <EmptyState
              title="No redirects yet"
              text="Add the old paths of your shop, or import them, so that links and search results still work."
            />
          ),
          columns: ({ onDelete }) => [
            indexColumn,
            {
              id: 'from',
              name: 'Old path',
              sort: ['from', '-from'],
              cell: ({ from }) => <span className="font-medium wrap-anywhere">{from}</span>,
            },
            { id: 'to', name: 'New path', cell: ({ to }) => <span className="wrap-anywhere">{to}</span> },
            actionsColumn({ onEdit: setEditing, onDelete }, { ...row, subject: 'redirect' }),
          ],
        }}
      />
      {editing && <RedirectDialog redirect={editing} onClose={() => setEditing(undefined)} />}
    </>
  )
}

/** Adds a redirect. */
function AddRedirect({ onDone, firstField }: ListFormProps<RedirectRow>) {
  const { create } = redirects.useChanges()
  const form = useForm({
    schema: redirectInput,
    draft: { name: 'redirect new' },
    read: ({ from = '', to = '' }) => ({ from, to }),
    async submit(input) {
      await create.mutateAsync(input)
      onDone()
    },
  })
  return (
    <FormCard title="Add redirect">
      <Form form={form} label="Add redirect" action="Add redirect" busyAction="Saving…">
        <TextField
          {...form.field('from')}
          ref={firstField}
          label="Old path"
          hint="Such as /old/mug. A page of your shop with this path wins."
          maxLength={1000}
        />
        <TextField {...form.field('to')} label="New path" hint="Such as /products" maxLength={1000} />
      </Form>
    </FormCard>
  )
}
