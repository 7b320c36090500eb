import type { AdminCategory } from '#contract/admin-category.ts'
import { links } from '#contract/links.ts'
import type { Column } from '../../ui/table/column.ts'
import { RowActions } from '../shelves/row-actions.tsx'
import { Thumbnail } from '../shelves/thumbnail.tsx'

interface Actions {
  onEdit(row: AdminCategory): void
  onDelete(row: AdminCategory): void
}

/** The table of categories. */
export function categoryColumns({ onEdit, onDelete }: Actions): Column<AdminCategory>[] {
  return [
    { id: 'index', name: '#', cell: (_row, index) => index },
    { id: 'image', name: 'Image', cell: ({ picture }) => <Thumbnail picture={picture} />, optional: true },
    {
      id: 'name',
      name: 'Category Name',
      sort: ['name', 'name_desc'],
      cell: ({ id, productcategoryname }) => (
        <a href={links.category(id)} className="font-medium underline-offset-4 wrap-anywhere hover:underline">
          {productcategoryname}
        </a>
      ),
    },
    {
      id: 'subcategories',
      name: 'Subcategories',
      align: 'end',
      optional: true,
      cell: ({ subcategories }) => subcategories,
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
          name={row.productcategoryname}
          subject="category"
          onEdit={() => onEdit(row)}
          onDelete={() => onDelete(row)}
        />
      ),
    },
  ]
}
