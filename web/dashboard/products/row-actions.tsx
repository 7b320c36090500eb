import type { AdminProductRow } from '#contract/admin-product.ts'
import { Link } from 'react-router'
import { editProduct } from './places.ts'

export type RowAction = 'duplicate' | 'delete'

const look =
  'inline-flex min-h-9 cursor-pointer items-center px-1.5 text-sm underline underline-offset-4 hover:decoration-2'

/** What can be done with one product of the table. */
export function RowActions({
  row,
  onAction,
}: {
  row: AdminProductRow
  onAction(action: RowAction, row: AdminProductRow): void
}) {
  const { productid, productname } = row
  return (
    <span className="flex flex-wrap gap-x-1 @5xl:flex-nowrap">
      <Link to={editProduct(productid)} aria-label={`Edit ${productname}`} className={look}>
        Edit
      </Link>
      <button
        type="button"
        aria-label={`Duplicate ${productname}`}
        onClick={() => onAction('duplicate', row)}
        className={look}
      >
        Duplicate
      </button>
      <button
        type="button"
        aria-label={`Delete ${productname}`}
        data-delete={productid}
        onClick={() => onAction('delete', row)}
        className={`${look} text-danger`}
      >
        Delete
      </button>
    </span>
  )
}
