import type { ReactNode } from 'react'
import type { Image } from '#contract/fields.ts'
import type { Column } from '#web/ui/table/column.ts'
import type { RowCallbacks } from './list-page.tsx'
import { RowActions } from './row-actions.tsx'
import { Thumbnail } from './thumbnail.tsx'

/** The row's number over all pages. */
export const indexColumn: Column<unknown> = { id: 'index', name: '#', cell: (_row, index) => index }

export const imageColumn: Column<{ image: Image | null }> = {
  id: 'image',
  name: 'Image',
  optional: true,
  cell: ({ image }) => <Thumbnail image={image} />,
}

/** The number of products of a row. */
export const productsColumn: Column<{ products: number }> = {
  id: 'products',
  name: 'Products',
  align: 'end',
  sort: ['products_desc', 'products'],
  optional: true,
  cell: ({ products }) => products,
}

interface ActionsOptions<Row> {
  /** The noun in the audit log. */
  subject: string
  idOf(row: Row): number
  nameOf(row: Row): string
  /** The page that edits a row; without it the row opens the form in the list. */
  linkOf?(row: Row): string
  /** More actions. */
  more?(row: Row): ReactNode
}

/** Edit, delete and activity log. */
export const actionsColumn = <Row,>(
  { onEdit, onDelete }: RowCallbacks<Row>,
  { subject, idOf, nameOf, linkOf, more }: ActionsOptions<Row>,
): Column<Row> => ({
  id: 'actions',
  name: 'Actions',
  cell: (row) => (
    <RowActions
      id={idOf(row)}
      name={nameOf(row)}
      subject={subject}
      onEdit={linkOf?.(row) ?? (() => onEdit(row))}
      onDelete={() => onDelete(row)}
    >
      {more?.(row)}
    </RowActions>
  ),
})
