import type { CreditSums } from '#contract/reports/credit-report.ts'
import { useAdminList } from '#web/data/admin/query.ts'
import { useShop } from '#web/data/shop.ts'
import { exactMoney, type MoneyFormat } from '#web/lib/format/money.ts'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { useTableState } from '#web/ui/table/use-table-state.ts'
import { DashboardPage } from '../dashboard-page.tsx'
import { Panel } from '../panel.tsx'
import { dayLabel } from './day-labels.ts'
import { ReportToolbar } from './report-toolbar.tsx'

const names = { gift_card: 'Gift cards', store_credit: 'Store credit' }

const rows = [
  ['opening', 'Owed before'],
  ['issued', 'Issued'],
  ['refunded', 'Refunded to it'],
  ['givenBack', 'Given back by orders'],
  ['corrected', 'Corrected'],
  ['spent', 'Spent'],
  ['expired', 'Expired'],
] as const

/** What the shop owes on gift cards and store credit, and what has changed it. */
export default function CreditReportPage() {
  const shop = useShop()
  const table = useTableState({ filters: ['from', 'to'] })
  const { from, to } = table.filters
  const query = useAdminList('GET admin/reports/credit', { ...(from && { from }), ...(to && { to }) })
  return (
    <DashboardPage title="Gift cards and credit">
      <ReportToolbar table={table} period={query.data?.period} />
      <Loaded query={query} skeleton={<Skeleton className="h-96" />}>
        {({ data, currency, period }) => (
          <>
            <p role="status" className="mb-4 min-h-6">
              {dayLabel(period.from, shop.locale)} to {dayLabel(period.to, shop.locale)}
            </p>
            <div className="grid items-start gap-6 lg:grid-cols-2">
              {data.map((sums) => (
                <Sums key={sums.kind} sums={sums} format={{ ...shop, currency }} />
              ))}
            </div>
          </>
        )}
      </Loaded>
    </DashboardPage>
  )
}

function Sums({ sums, format }: { sums: CreditSums; format: MoneyFormat }) {
  return (
    <Panel title={names[sums.kind]}>
      <dl className="grid gap-2 tabular">
        {rows.map(([key, name]) => (
          <div key={key} className="flex justify-between gap-4">
            <dt className="text-quiet">{name}</dt>
            <dd>{exactMoney(sums[key], format)}</dd>
          </div>
        ))}
        <div className="flex justify-between gap-4 border-t border-line pt-2 font-medium">
          <dt>Owed at the end</dt>
          <dd>{exactMoney(sums.closing, format)}</dd>
        </div>
      </dl>
    </Panel>
  )
}
