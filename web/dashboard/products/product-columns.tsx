import { Link } from 'react-router'
import type { AdminProductRow } from '#contract/admin-product.ts'
import { dayOf, type Clock } from '../../lib/clock.ts'
import { currencySign, type MoneyFormat } from '../../lib/money.ts'
import { ProductPicture } from '../../ui/picture.tsx'
import type { Column } from '../../ui/table/column.ts'
import { EditableNumber } from './editable-number.tsx'
import { editProduct } from './places.ts'
import { RowActions, type RowAction } from './row-actions.tsx'
import { statusWords } from './status-words.ts'

interface ColumnOptions {
  shop: MoneyFormat & Clock
  patch(row: AdminProductRow, changes: { price?: number; stock?: number }): Promise<void>
  act(action: RowAction, row: AdminProductRow): void
}

/** The columns of the table of products: the specified ones, and status, stock and more. */
export function productColumns({ shop, patch, act }: ColumnOptions): Column<AdminProductRow>[] {
  const number = new Intl.NumberFormat(shop.locale)
  return [
    { id: 'index', name: '#', cell: (_row, index) => <span className="text-quiet tabular">{index}</span> },
    { id: 'name', name: 'Product Name', sort: ['name', 'name_desc'], cell: (row) => <Name row={row} /> },
    {
      id: 'price',
      name: `Price (${currencySign(shop)})`,
      sort: ['price', 'price_desc'],
      align: 'end',
      cell: (row) =>
        row.variantid === null ? (
          <span className="px-2 @5xl:whitespace-nowrap">
            {row.pricefrom === row.priceto
              ? number.format(row.pricefrom)
              : `${number.format(row.pricefrom)} – ${number.format(row.priceto)}`}
          </span>
        ) : (
          <EditableNumber
            label={`Price of ${row.productname}`}
            value={row.pricefrom}
            shown={number.format(row.pricefrom)}
            save={(price) => patch(row, { price })}
          />
        ),
    },
    { id: 'category', name: 'Category', cell: (row) => row.productcategoryname },
    { id: 'subcategory', name: 'Subcategory', cell: (row) => row.subcategoryname ?? '–' },
    {
      id: 'status',
      name: 'Status',
      optional: true,
      cell: ({ status }) => (
        <span
          className={`rounded-xs px-2 py-0.5 text-sm ${status === 'live' ? 'bg-ground' : 'border border-edge text-quiet'}`}
        >
          {statusWords[status]}
        </span>
      ),
    },
    {
      id: 'stock',
      name: 'Stock',
      sort: ['stock', 'stock_desc'],
      align: 'end',
      optional: true,
      cell: (row) => (
        <span className={row.stock === 0 ? 'text-danger' : ''}>
          {row.variantid === null ? (
            <span className="inline-block px-2">
              {number.format(row.stock)}
              <span className="text-sm whitespace-nowrap text-quiet @4xl:block">
                {' '}
                in {row.variants} variants
              </span>
            </span>
          ) : (
            <EditableNumber
              whole
              label={`Stock of ${row.productname}`}
              value={row.stock}
              shown={number.format(row.stock)}
              save={(stock) => patch(row, { stock })}
            />
          )}
        </span>
      ),
    },
    {
      id: 'offer',
      name: 'Offer',
      align: 'end',
      optional: true,
      hidden: true,
      cell: ({ productoffer }) => (productoffer > 0 ? `${number.format(productoffer)} %` : '–'),
    },
    {
      id: 'new',
      name: 'New',
      optional: true,
      hidden: true,
      cell: ({ is_new: isNew }) => (isNew ? 'New' : '–'),
    },
    {
      id: 'updated',
      name: 'Changed',
      sort: ['updated', 'newest'],
      optional: true,
      hidden: true,
      cell: ({ updated_at: at }) => (
        <time dateTime={at} className="whitespace-nowrap">
          {dayOf(at, shop)}
        </time>
      ),
    },
    { id: 'actions', name: 'Actions', cell: (row) => <RowActions row={row} onAction={act} /> },
  ]
}

function Name({ row: { productid, productname, picture } }: { row: AdminProductRow }) {
  return (
    <span className="flex min-w-0 items-center gap-3 cards:flex-row-reverse">
      {picture ? (
        <ProductPicture picture={picture} alt="" sizes="44px" className="size-11 shrink-0 rounded-xs" />
      ) : (
        <span className="size-11 shrink-0 rounded-xs bg-ground" />
      )}
      <Link
        to={editProduct(productid)}
        className="inline-block min-w-24 py-1 font-medium wrap-break-word underline-offset-4 hover:underline"
      >
        {productname}
      </Link>
    </span>
  )
}
