import { useState } from 'react'
import type { Email } from '#contract/email/email.ts'
import { useAdminList } from '#web/data/admin/query.ts'
import { useShop } from '#web/data/shop.ts'
import { formatDateTime } from '#web/lib/format/dates.ts'
import { useTableState } from '#web/ui/table/use-table-state.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { TableFilter } from '#web/ui/table/table-filter.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { DashboardPage } from '../dashboard-page.tsx'
import { EmailDialog } from './email-dialog.tsx'
import { emailStatusLabels } from './email-labels.ts'
import { usePeopleExport } from '../list-page/use-people-export.ts'

const statuses = [['', 'Any status'], ...Object.entries(emailStatusLabels)] as const

export default function Emails() {
  const peopleExport = usePeopleExport('emails')
  const shop = useShop()
  const table = useTableState({ search: 'Search emails', sort: 'newest', filters: ['status'] })
  const emails = useAdminList('GET admin/emails', table.query)
  const [openId, setOpenId] = useState<number>()
  const columns: Column<Email>[] = [
    {
      id: 'recipient',
      name: 'To',
      cell: ({ recipient }) => <span className="wrap-anywhere">{recipient}</span>,
    },
    {
      id: 'subject',
      name: 'Subject',
      cell: ({ id, subject, recipient }) => (
        <Button
          kind="quiet"
          className="text-left wrap-anywhere"
          aria-label={`Open ${subject} to ${recipient}`}
          onClick={() => setOpenId(id)}
        >
          {subject}
        </Button>
      ),
    },
    { id: 'template', name: 'Type', optional: true, cell: ({ template }) => template.replaceAll('_', ' ') },
    { id: 'status', name: 'Status', cell: ({ status }) => emailStatusLabels[status] },
    {
      id: 'when',
      name: 'Created',
      sort: ['newest', 'oldest'],
      cell: (email) => formatDateTime(email.created_at, shop),
    },
    { id: 'attempts', name: 'Attempts', align: 'end', optional: true, cell: ({ attempts }) => attempts },
    {
      id: 'error',
      wrap: true,
      name: 'Last error',
      optional: true,
      cell: (email) => <span className="wrap-anywhere">{email.last_error}</span>,
    },
  ]
  return (
    <DashboardPage title="Emails">
      <p className="mb-6 max-w-[65ch] text-quiet">
        Every email your shop has created. Failed emails are retried for three days.
      </p>
      {emails.data?.sends === false && (
        <p className="mb-6 max-w-[65ch] border-l-4 border-warning bg-ground p-4">
          No mail server is configured (SMTP_URL), so no emails are being sent.
        </p>
      )}
      <DataTable
        caption="Emails"
        {...peopleExport}
        columns={columns}
        table={table}
        query={emails}
        wide
        rowKey={({ id }) => id}
        rowName={({ subject, recipient }) => `${subject} to ${recipient}`}
        toolbar={
          <TableFilter table={table} name="status" label="Status" className="w-56" options={statuses} />
        }
        empty={
          <EmptyState
            icon="letter"
            title="No emails yet"
            text="Emails will appear here once your shop sends them."
          />
        }
      />
      {openId !== undefined && <EmailDialog id={openId} onClose={() => setOpenId(undefined)} />}
    </DashboardPage>
  )
}
