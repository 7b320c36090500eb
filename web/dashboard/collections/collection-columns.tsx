import type { AdminCollection } from '#contract/admin-collection.ts'
import { Link } from 'react-router'
import type { Column } from '../../ui/table/column.ts'
import { RowActions } from '../shelves/row-actions.tsx'
import { Thumbnail } from '../shelves/thumbnail.tsx'
import { collectionPath } from './places.ts'

/** The table of collections. */
export function collectionColumns(onDelete: (row: AdminCollection) => void): Column<AdminCollection>[] {
  return [
    { id: 'index', name: '#', cell: (_row, index) => index },
    { id: 'image', name: 'Image', cell: ({ picture }) => <Thumbnail picture={picture} />, optional: true },
    {
      id: 'name',
      name: 'Collection Name',
      sort: ['name', 'name_desc'],
      cell: ({ id, name }) => (
        <Link
          to={collectionPath(id)}
          className="font-medium underline-offset-4 wrap-anywhere hover:underline"
        >
          {name}
        </Link>
      ),
    },
    {
      id: 'kind',
      name: 'Products are chosen',
      optional: true,
      cell: ({ byRule }) => (byRule ? 'By rule' : 'By hand'),
    },
    { id: 'products', name: 'Products', align: 'end', cell: ({ products }) => products },
    {
      id: 'actions',
      name: 'Actions',
      cell: (row) => (
        <RowActions
          id={row.id}
          name={row.name}
          subject="collection"
          onEdit={collectionPath(row.id)}
          onDelete={() => onDelete(row)}
        />
      ),
    },
  ]
}
