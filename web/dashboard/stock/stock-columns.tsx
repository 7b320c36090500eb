import { Link } from 'react-router'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import type { StockRow } from '#contract/stock/stock.ts'
import { ProductImage } from '#web/ui/image.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { EditableNumber } from '#web/ui/table/editable-number.tsx'
import { actionStyle } from '../list-page/row-actions.tsx'
import type { StockTask } from './stock-dialog.tsx'
import { optionsOf, variantName } from './variant-name.ts'

interface ColumnOptions {
  locale: string
  /** The low-stock threshold of the shop. */
  threshold: number
  setThreshold(row: StockRow, threshold: number): Promise<unknown>
  onAction(kind: StockTask['kind'], row: StockRow): void
}

export function stockColumns({
  locale,
  threshold,
  setThreshold,
  onAction,
}: ColumnOptions): Column<StockRow>[] {
  const number = new Intl.NumberFormat(locale)
  return [
    { id: 'name', name: 'Product', sort: ['name', 'name_desc'], cell: (row) => <Name row={row} /> },
    {
      id: 'on_hand',
      name: 'On hand',
      sort: ['on_hand', 'on_hand_desc'],
      align: 'end',
      cell: (row) => number.format(row.on_hand),
    },
    {
      id: 'reserved',
      name: 'Reserved',
      align: 'end',
      optional: true,
      cell: ({ reserved }) => (reserved > 0 ? number.format(reserved) : '–'),
    },
    {
      id: 'available',
      name: 'Available',
      sort: ['available', 'available_desc'],
      align: 'end',
      cell: (row) => <Available row={row} threshold={threshold} number={number} />,
    },
    {
      id: 'low_stock_threshold',
      name: 'Low-stock threshold',
      align: 'end',
      optional: true,
      cell: (row) => (
        <span className={row.low_stock_threshold === null ? 'text-quiet' : ''}>
          <EditableNumber
            whole
            name={`low-stock threshold ${row.variantid}`}
            label={`Low-stock threshold of ${variantName(row)}`}
            value={row.low_stock_threshold ?? threshold}
            text={number.format(row.low_stock_threshold ?? threshold)}
            save={(value) => setThreshold(row, value)}
          />
        </span>
      ),
    },
    {
      id: 'actions',
      name: 'Actions',
      cell: (row) => (
        <span className="flex flex-wrap gap-x-1 @5xl:flex-nowrap">
          <button
            type="button"
            aria-label={`Receive ${variantName(row)}`}
            onClick={() => onAction('receive', row)}
            className={actionStyle}
          >
            Receive
          </button>
          <button
            type="button"
            aria-label={`Correct ${variantName(row)}`}
            onClick={() => onAction('correct', row)}
            className={actionStyle}
          >
            Correct
          </button>
          <Link
            to={dashboardLinks.stockLedger(row.variantid)}
            aria-label={`Stock history of ${variantName(row)}`}
            className={actionStyle}
          >
            Stock history
          </Link>
        </span>
      ),
    },
  ]
}

/** Says the state in words too, not by colour alone. */
function Available({
  row,
  threshold,
  number,
}: {
  row: StockRow
  threshold: number
  number: Intl.NumberFormat
}) {
  const { available, low_stock_threshold: own, sell_when_sold_out: isSoldAnyway } = row
  if (available > (own ?? threshold) && available > 0) return number.format(available)
  return (
    <span className="font-medium text-danger">
      {number.format(available)}
      <span className="text-sm font-normal whitespace-nowrap">
        {' '}
        {available > 0 ? 'low' : isSoldAnyway ? 'on backorder' : 'sold out'}
      </span>
    </span>
  )
}

function Name({ row }: { row: StockRow }) {
  const { productid, productname, image, sku } = row
  const details = [optionsOf(row), sku].filter(Boolean).join(' · ')
  return (
    <span className="flex min-w-0 items-center gap-3 cards:flex-row-reverse">
      {image ? (
        <ProductImage image={image} alt="" sizes="32px" className="size-8 shrink-0 rounded-xs" />
      ) : (
        <span className="size-8 shrink-0 rounded-xs bg-ground" />
      )}
      <span className="min-w-0 wrap-anywhere @5xl:truncate">
        <Link
          to={dashboardLinks.product(productid)}
          className="row-link min-w-24 py-1 font-medium underline-offset-4 hover:underline"
        >
          {productname}
        </Link>
        {details && <span className="text-sm text-quiet"> {details}</span>}
      </span>
    </span>
  )
}
