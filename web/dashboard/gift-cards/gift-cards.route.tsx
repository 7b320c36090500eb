import { useState } from 'react'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import type { GiftCardRow } from '#contract/credit/gift-card.ts'
import { useCan } from '#web/data/account/permission.ts'
import { useAdminList } from '#web/data/admin/query.ts'
import { useShop } from '#web/data/shop.ts'
import { formatDateTime, type DateFormat } from '#web/lib/format/dates.ts'
import { exactMoney, type MoneyFormat } from '#web/lib/format/money.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { SortFilter, TableFilter } from '#web/ui/table/table-filter.tsx'
import { useTableState } from '#web/ui/table/use-table-state.ts'
import { DashboardPage } from '../dashboard-page.tsx'
import { RowLink } from '../list-page/row-link.tsx'
import { CodeDialog, IssueDialog } from './gift-card-dialogs.tsx'
import { giftCardStateLabels, lastDayText } from './gift-card-labels.ts'

/** All gift cards. */
export default function GiftCards() {
  const shop = useShop()
  const can = useCan()
  const table = useTableState({
    search: 'Search end of code, name or email',
    sort: 'newest',
    filters: ['state'],
  })
  const query = useAdminList('GET admin/gift-cards', table.query)
  const [isIssuing, setIsIssuing] = useState(false)
  const [code, setCode] = useState<string | null>(null)
  return (
    <DashboardPage
      title="Gift cards"
      actions={can('refunds') && <Button onClick={() => setIsIssuing(true)}>Issue gift card</Button>}
    >
      <DataTable
        caption="Gift cards"
        table={table}
        query={query}
        rowKey={({ id }) => id}
        rowName={({ ending }) => `Gift card ${ending}`}
        columns={columnsOf(shop)}
        toolbar={
          <div className="flex flex-wrap gap-2">
            <TableFilter
              table={table}
              name="state"
              label="Status"
              className="w-44"
              options={[['', 'Any status'], ...Object.entries(giftCardStateLabels)]}
            />
            <SortFilter
              table={table}
              options={[
                ['newest', 'Newest first'],
                ['oldest', 'Oldest first'],
                ['balance_desc', 'Highest balance'],
                ['balance', 'Lowest balance'],
              ]}
            />
          </div>
        }
        empty={
          <EmptyState
            icon="tag"
            title="No gift cards yet"
            text="Gift cards that you issue, and refunds to a gift card, appear here."
          />
        }
      />
      {isIssuing && (
        <IssueDialog onClose={() => setIsIssuing(false)} onIssued={({ code: shown }) => setCode(shown)} />
      )}
      {code !== null && <CodeDialog code={code} onClose={() => setCode(null)} />}
    </DashboardPage>
  )
}

const columnsOf = (shop: MoneyFormat & DateFormat): Column<GiftCardRow>[] => [
  {
    id: 'ending',
    name: 'Code',
    cell: ({ id, ending }) => <RowLink to={dashboardLinks.giftCard(id)}>{`•••• ${ending}`}</RowLink>,
  },
  {
    id: 'balance',
    name: 'Balance',
    align: 'end',
    sort: ['balance_desc', 'balance'],
    cell: ({ balance, currency }) => exactMoney(balance, { ...shop, currency }),
  },
  {
    id: 'issued',
    name: 'Issued with',
    align: 'end',
    optional: true,
    cell: ({ issued, currency }) => exactMoney(issued, { ...shop, currency }),
  },
  {
    id: 'recipient',
    name: 'Recipient',
    cell: ({ recipientName, recipientEmail }) => (
      <span className="wrap-anywhere">{recipientEmail || recipientName || 'Handed over'}</span>
    ),
  },
  {
    id: 'state',
    name: 'Status',
    cell: ({ state }) => (
      <span className={state === 'active' ? '' : 'text-quiet'}>{giftCardStateLabels[state]}</span>
    ),
  },
  {
    id: 'expires',
    name: 'Last day',
    optional: true,
    cell: ({ expiresAt }) => (expiresAt ? lastDayText(expiresAt, shop) : 'Never'),
  },
  {
    id: 'created',
    name: 'Created',
    sort: ['newest', 'oldest'],
    cell: ({ createdAt }) => formatDateTime(createdAt, shop),
  },
]
