import { Link } from 'react-router'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import type { AdminProductRow } from '#contract/catalog/admin/product.ts'
import { formatDate, type DateFormat } from '#web/lib/format/dates.ts'
import { currencySign, type MoneyFormat } from '#web/lib/format/money.ts'
import { ProductImage } from '#web/ui/image.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { EditableNumber } from '#web/ui/table/editable-number.tsx'
import { actionStyle, RowActions } from '#web/dashboard/list-page/row-actions.tsx'
import { statusLabels } from '../status-labels.ts'

interface ColumnOptions {
  shop: MoneyFormat & DateFormat
  patch(row: AdminProductRow, changes: { price?: number; stock?: number }): Promise<void>
  onDuplicate(row: AdminProductRow): void
  onDelete(row: AdminProductRow): void
}

/** The specified columns, and status, stock and more. */
export function productColumns({
  shop,
  patch,
  onDuplicate,
  onDelete,
}: ColumnOptions): Column<AdminProductRow>[] {
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
            name={`price ${row.productid}`}
            label={`Price of ${row.productname}`}
            value={row.pricefrom}
            text={number.format(row.pricefrom)}
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
          className={`rounded-full px-2.5 py-0.5 text-sm font-medium forced-colors:border ${status === 'live' ? 'bg-success/12 text-success' : 'bg-ground text-quiet'}`}
        >
          {statusLabels[status]}
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
        <span className={row.stock !== null && row.stock <= 0 ? 'text-danger' : ''}>
          {row.stock === null ? (
            <span className="inline-block px-2 whitespace-nowrap text-quiet">Not counted</span>
          ) : row.variantid === null ? (
            <span className="inline-block px-2">
              {number.format(row.stock)}
              <span className="text-sm whitespace-nowrap text-quiet"> in {row.variants} variants</span>
            </span>
          ) : (
            <EditableNumber
              whole
              name={`stock ${row.productid}`}
              label={`Stock of ${row.productname}`}
              value={row.stock}
              text={number.format(row.stock)}
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
      cell: ({ productoffer }) => (productoffer > 0 ? `${number.format(productoffer)}%` : '–'),
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
      name: 'Last updated',
      sort: ['updated', 'newest'],
      optional: true,
      hidden: true,
      cell: ({ updated_at: at }) => (
        <time dateTime={at} className="whitespace-nowrap">
          {formatDate(at, shop)}
        </time>
      ),
    },
    {
      id: 'actions',
      name: 'Actions',
      cell: (row) => (
        <RowActions
          id={row.productid}
          name={row.productname}
          onEdit={dashboardLinks.product(row.productid)}
          onDelete={() => onDelete(row)}
        >
          <button
            type="button"
            aria-label={`Duplicate ${row.productname}`}
            onClick={() => onDuplicate(row)}
            className={actionStyle}
          >
            Duplicate
          </button>
        </RowActions>
      ),
    },
  ]
}

function Name({ row: { productid, productname, image } }: { row: AdminProductRow }) {
  return (
    <span className="flex min-w-0 items-center gap-3 cards:flex-row-reverse">
      {image ? (
        <ProductImage image={image} alt="" sizes="32px" className="size-8 shrink-0 rounded-xs" />
      ) : (
        <span className="size-8 shrink-0 rounded-xs bg-ground" />
      )}
      <Link
        to={dashboardLinks.product(productid)}
        className="row-link min-w-24 py-1 font-medium wrap-anywhere underline-offset-4 @5xl:truncate hover:underline"
      >
        {productname}
      </Link>
    </span>
  )
}
