import { Link } from 'react-router'
import type { SalesKind, SalesRow } from '#contract/report.ts'
import { money, type MoneyFormat } from '../../lib/money.ts'
import type { Column } from '../../ui/table/column.ts'
import { editProduct } from '../products/places.ts'
import { dayWords } from './day-words.ts'
import { Change, changeOf } from './figure.tsx'
import { kindNames } from './report-filters.tsx'

/** The columns of a report: what it is about, how many, and the money. */
export function reportColumns(by: SalesKind, shown: MoneyFormat): Column<SalesRow>[] {
  const amount = (id: 'ordered' | 'coupon' | 'refunds' | 'sales' | 'before', name: string) => ({
    id,
    name,
    align: 'end' as const,
    cell: (row: SalesRow) => money(row[id], shown),
  })
  const count =
    by === 'day' || by === 'coupon'
      ? ({ id: 'orders', name: 'Orders', sort: ['orders_desc', 'orders'] } as const)
      : ({ id: 'pieces', name: 'Pieces', sort: ['pieces_desc', 'pieces'] } as const)
  return [
    {
      id: 'name',
      name: kindNames[by],
      sort: by === 'day' ? ['name_desc', 'name'] : ['name', 'name_desc'],
      cell: (row) => <Name by={by} row={row} locale={shown.locale} />,
    },
    { ...count, align: 'end', cell: (row) => row[count.id] },
    { ...amount('ordered', 'Ordered'), optional: true },
    { ...amount('coupon', 'Coupons'), optional: true },
    { ...amount('refunds', 'Paid back'), optional: true },
    { ...amount('sales', 'Sales'), sort: ['sales_desc', 'sales'] },
    { ...amount('before', 'Before'), optional: true },
    {
      id: 'change',
      name: 'Change',
      align: 'end',
      cell: ({ sales, before }) => {
        const change = changeOf(sales, before)
        return change ? <Change change={change} /> : <span className="text-quiet">–</span>
      },
    },
  ]
}

function Name({ by, row, locale }: { by: SalesKind; row: SalesRow; locale: string }) {
  if (by === 'day') return <span className="whitespace-nowrap">{dayWords(row.name, locale)}</span>
  if (row.id === null) return <span className="text-quiet">{row.name}</span>
  const place = { product: editProduct(row.id), coupon: `/dashboard/coupons/${row.id}`, category: undefined }[
    by
  ]
  if (!place) return <span className="wrap-anywhere">{row.name}</span>
  return (
    <Link to={place} className="line-clamp-2 wrap-anywhere underline-offset-4 hover:underline">
      {row.name}
    </Link>
  )
}
