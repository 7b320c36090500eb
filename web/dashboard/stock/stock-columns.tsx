import { Link } from 'react-router'
import type { StockRow } from '#contract/stock.ts'
import { ProductPicture } from '../../ui/picture.tsx'
import type { Column } from '../../ui/table/column.ts'
import { EditableNumber } from '../products/editable-number.tsx'
import { editProduct } from '../products/places.ts'
import { ledgerOf } from './places.ts'
import type { StockTask } from './stock-dialog.tsx'
import { optionsOf, variantName } from './variant-name.ts'

interface ColumnOptions {
  locale: string
  /** Of the shop. */
  mark: number
  setMark(row: StockRow, mark: number): Promise<void>
  act(kind: StockTask['kind'], row: StockRow): void
}

const look =
  'inline-flex min-h-9 cursor-pointer items-center px-1.5 text-sm underline underline-offset-4 hover:decoration-2'

/** The columns of the table of stock. */
export function stockColumns({ locale, mark, setMark, act }: ColumnOptions): Column<StockRow>[] {
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
      cell: (row) => <Available row={row} mark={mark} number={number} />,
    },
    {
      id: 'low_at',
      name: 'Low at',
      align: 'end',
      optional: true,
      cell: (row) => (
        <span className={row.low_at === null ? 'text-quiet' : ''}>
          <EditableNumber
            whole
            label={`Low mark of ${variantName(row)}`}
            value={row.low_at ?? mark}
            shown={number.format(row.low_at ?? mark)}
            save={(value) => setMark(row, value)}
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
            onClick={() => act('receive', row)}
            className={look}
          >
            Receive
          </button>
          <button
            type="button"
            aria-label={`Correct ${variantName(row)}`}
            onClick={() => act('correct', row)}
            className={look}
          >
            Correct
          </button>
          <Link to={ledgerOf(row.variantid)} aria-label={`Ledger of ${variantName(row)}`} className={look}>
            Ledger
          </Link>
        </span>
      ),
    },
  ]
}

/** In words too: colour alone tells not everybody. */
function Available({ row, mark, number }: { row: StockRow; mark: number; number: Intl.NumberFormat }) {
  const { available, low_at: own } = row
  if (available > (own ?? mark) && available > 0) return number.format(available)
  return (
    <span className="font-medium text-danger">
      {number.format(available)}
      <span className="text-sm font-normal whitespace-nowrap @4xl:block">
        {' '}
        {available === 0 ? 'sold out' : 'low'}
      </span>
    </span>
  )
}

function Name({ row }: { row: StockRow }) {
  const { productid, productname, picture, sku } = row
  const details = [optionsOf(row), sku].filter(Boolean).join(' · ')
  return (
    <span className="flex min-w-0 items-center gap-3 cards:flex-row-reverse">
      {picture ? (
        <ProductPicture picture={picture} alt="" sizes="44px" className="size-11 shrink-0 rounded-xs" />
      ) : (
        <span className="size-11 shrink-0 rounded-xs bg-ground" />
      )}
      <span className="min-w-0">
        <Link
          to={editProduct(productid)}
          className="inline-block min-w-24 py-1 font-medium wrap-break-word underline-offset-4 hover:underline"
        >
          {productname}
        </Link>
        {details && <span className="block text-sm text-quiet wrap-anywhere">{details}</span>}
      </span>
    </span>
  )
}
