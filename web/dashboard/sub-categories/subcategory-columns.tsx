import type { AdminSubcategory } from '#contract/admin-subcategory.ts'
import type { Column } from '../../ui/table/column.ts'
import { RowActions } from '../shelves/row-actions.tsx'
import { Thumbnail } from '../shelves/thumbnail.tsx'

interface Actions {
  onEdit(row: AdminSubcategory): void
  onDelete(row: AdminSubcategory): void
}

/** The table of subcategories. */
export function subcategoryColumns({ onEdit, onDelete }: Actions): Column<AdminSubcategory>[] {
  return [
    { id: 'index', name: '#', cell: (_row, index) => index },
    { id: 'image', name: 'Image', cell: ({ picture }) => <Thumbnail picture={picture} />, optional: true },
    {
      id: 'name',
      name: 'Subcategory Name',
      sort: ['name', 'name_desc'],
      cell: ({ subcategoryname }) => <span className="font-medium wrap-anywhere">{subcategoryname}</span>,
    },
    {
      id: 'category',
      name: 'Parent Category',
      sort: ['category', 'category_desc'],
      cell: ({ productcategoryname }) => productcategoryname ?? 'Unknown',
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
          id={row.id}
          name={row.subcategoryname}
          subject="subcategory"
          onEdit={() => onEdit(row)}
          onDelete={() => onDelete(row)}
        />
      ),
    },
  ]
}
