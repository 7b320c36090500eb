import { Link } from 'react-router'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import { countsOrders, type SalesKind, type SalesRow } from '#contract/reports/report.ts'
import { money, type MoneyFormat } from '#web/lib/format/money.ts'
import type { Column } from '#web/ui/table/column.ts'

import { dayLabel } from './day-labels.ts'
import { Change, percentChange } from './figure.tsx'
import { salesKindLabels } from './report-filters.tsx'

export function reportColumns(by: SalesKind, format: MoneyFormat): Column<SalesRow>[] {
  const amount = (id: 'ordered' | 'coupon' | 'refunds' | 'sales' | 'before', name: string) => ({
    id,
    name,
    align: 'end' as const,
    cell: (row: SalesRow) => money(row[id], format),
  })
  const count = countsOrders(by)
    ? ({ id: 'orders', name: 'Orders', sort: ['orders_desc', 'orders'] } as const)
    : ({ id: 'units', name: 'Units sold', sort: ['units_desc', 'units'] } as const)
  return [
    {
      id: 'name',
      name: salesKindLabels[by],
      sort: by === 'day' ? ['name_desc', 'name'] : ['name', 'name_desc'],
      cell: (row) => <Name by={by} row={row} locale={format.locale} />,
    },
    { ...count, align: 'end', cell: (row) => row[count.id] },
    { ...amount('ordered', 'Gross sales'), optional: true },
    { ...amount('coupon', 'Coupons'), optional: true },
    { ...amount('refunds', 'Refunds'), optional: true },
    { ...amount('sales', 'Sales'), sort: ['sales_desc', 'sales'] },
    { ...amount('before', 'Previous period'), optional: true },
    {
      id: 'change',
      name: 'Change',
      align: 'end',
      cell: ({ sales, before }) => {
        const change = percentChange(sales, before)
        return change ? <Change change={change} /> : <span className="text-quiet">–</span>
      },
    },
  ]
}

function Name({ by, row, locale }: { by: SalesKind; row: SalesRow; locale: string }) {
  if (by === 'day') return <span className="whitespace-nowrap">{dayLabel(row.name, locale)}</span>
  if (row.id === null) return <span className="text-quiet">{row.name}</span>
  const link = {
    product: dashboardLinks.product(row.id),
    coupon: dashboardLinks.coupon(row.id),
    category: undefined,
    source: dashboardLinks.orders({ platform: row.id }),
  }[by]
  if (!link) return <span className="wrap-anywhere">{row.name}</span>
  return (
    <Link to={link} className="line-clamp-2 wrap-anywhere underline-offset-4 hover:underline">
      {row.name}
    </Link>
  )
}
