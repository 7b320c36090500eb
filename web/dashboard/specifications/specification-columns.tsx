import type { AdminSpecification } from '#contract/admin-specification.ts'
import type { Column } from '../../ui/table/column.ts'
import { RowActions } from '../shelves/row-actions.tsx'

interface Actions {
  onEdit(row: AdminSpecification): void
  onDelete(row: AdminSpecification): void
  onFilter(row: AdminSpecification, filterable: boolean): void
}

/** The table of specifications. */
export function specificationColumns({ onEdit, onDelete, onFilter }: Actions): Column<AdminSpecification>[] {
  return [
    { id: 'index', name: '#', cell: (_row, index) => index },
    {
      id: 'name',
      name: 'Specification Name',
      sort: ['name', 'name_desc'],
      cell: ({ specificationName }) => <span className="font-medium wrap-anywhere">{specificationName}</span>,
    },
    {
      id: 'filterable',
      name: 'Filter in lists',
      optional: true,
      cell: (row) => (
        <label className="grid size-8 cursor-pointer place-items-center">
          <input
            type="checkbox"
            aria-label={`Shoppers can narrow lists by ${row.specificationName}`}
            checked={row.filterable}
            onChange={({ target }) => onFilter(row, target.checked)}
            className="size-5 cursor-pointer accent-ink"
          />
        </label>
      ),
    },
    {
      id: 'products',
      name: 'Products',
      align: 'end',
      sort: ['products_desc', 'products'],
      optional: true,
      cell: ({ products }) => products,
    },
    {
      id: 'actions',
      name: 'Actions',
      cell: (row) => (
        <RowActions
          id={row.specificationid}
          name={row.specificationName}
          subject="specification"
          onEdit={() => onEdit(row)}
          onDelete={() => onDelete(row)}
        />
      ),
    },
  ]
}
