import { useState } from 'react'
import type { Mail } from '#contract/mail.ts'
import { useMails } from '../../data/admin-mails.ts'
import { useShop } from '../../data/shop.ts'
import { momentOf } from '../../lib/clock.ts'
import { useTableState } from '../../lib/use-table-state.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import type { Column } from '../../ui/table/column.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { DashboardPage } from '../dashboard-page.tsx'
import { MailDialog } from './mail-dialog.tsx'
import { statusWords } from './status-words.ts'

const statuses = [['', 'Any status'], ...Object.entries(statusWords)] as const

export default function Mails() {
  const shop = useShop()
  const table = useTableState({ sort: 'newest', filters: ['status'] })
  const mails = useMails(table.query)
  const [read, setRead] = useState<number>()
  const columns: Column<Mail>[] = [
    { id: 'recipient', name: 'To', cell: ({ recipient }) => recipient },
    {
      id: 'subject',
      name: 'Subject',
      cell: ({ id, subject, recipient }) => (
        <Button
          kind="quiet"
          className="text-left"
          aria-label={`Read ${subject} to ${recipient}`}
          onClick={() => setRead(id)}
        >
          {subject}
        </Button>
      ),
    },
    { id: 'template', name: 'Kind', optional: true, cell: ({ template }) => template.replaceAll('_', ' ') },
    { id: 'status', name: 'Status', cell: ({ status }) => statusWords[status] },
    {
      id: 'when',
      name: 'Written',
      sort: ['newest', 'oldest'],
      cell: (mail) => momentOf(mail.created_at, shop),
    },
    { id: 'attempts', name: 'Attempts', align: 'end', optional: true, cell: ({ attempts }) => attempts },
    {
      id: 'error',
      name: 'Last error',
      optional: true,
      cell: (mail) => <span className="wrap-anywhere">{mail.last_error}</span>,
    },
  ]
  return (
    <DashboardPage title="Mails">
      <p className="mb-6 max-w-[65ch] text-quiet">
        Every mail that the shop has written. What cannot be sent is tried again for three days.
        {mails.data?.sends === false &&
          ' No mail server is set up (SMTP_URL), so nothing is sent: admins read the mails here and pass their links on.'}
      </p>
      <DataTable
        caption="Mails"
        columns={columns}
        table={table}
        query={mails}
        rowKey={({ id }) => id}
        rowName={({ subject, recipient }) => `${subject} to ${recipient}`}
        searchLabel="Search mails"
        toolbar={
          <SelectField
            label="Status"
            className="w-56"
            required={true}
            options={statuses}
            value={table.filters['status'] ?? ''}
            onChange={({ target }) => table.set({ status: target.value })}
          />
        }
        empty={<EmptyState icon="letter" title="No mails yet" text="What the shop mails is listed here." />}
      />
      {read !== undefined && <MailDialog id={read} onClose={() => setRead(undefined)} />}
    </DashboardPage>
  )
}
