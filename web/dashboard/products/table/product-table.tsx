import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import type { AdminProductRow } from '#contract/catalog/admin/product.ts'
import { products, useDuplicateProduct, useProductPatch } from '#web/data/admin/catalog/products.ts'
import { useShop } from '#web/data/shop.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { useTableState } from '#web/ui/table/use-table-state.ts'
import { DeleteDialog } from '#web/dashboard/list-page/delete-dialog.tsx'
import { RowFocus, useRowFocus } from '#web/dashboard/list-page/use-row-focus.ts'
import { withCustomColumns } from '#web/dashboard/custom-fields/table/custom-columns.tsx'
import { WithCustomFields } from '#web/dashboard/custom-fields/table/with-custom-fields.tsx'
import { BulkEditDialog } from '../bulk/bulk-edit-dialog.tsx'
import { productColumns } from './product-columns.tsx'
import { filterNames, ProductFilters } from './product-filters.tsx'
import { useSelectedProducts } from './use-selected-products.ts'

/** All products: search, filter, sort, and edit them one by one or many at once. */
export function ProductTable() {
  const shop = useShop()
  const navigate = useNavigate()
  const table = useTableState({ search: 'Search products', sort: 'newest', filters: filterNames })
  const query = products.useList(table.query)
  const { remove } = products.useChanges()
  const duplicate = useDuplicateProduct()
  const patch = useProductPatch()
  const selection = useSelectedProducts(table, query.data, shop.locale)
  const [deleting, setDeleting] = useState<AdminProductRow>()
  const [isEditing, setEditing] = useState(false)
  const { register, focusAfterDelete } = useRowFocus()

  const columns = useMemo(
    () =>
      productColumns({
        shop,
        patch: (row, changes) => patch({ id: row.productid, version: row.version, ...changes }),
        onDuplicate: (row) =>
          duplicate.mutate(row, {
            onSuccess: ({ data }) => void navigate(dashboardLinks.product(data.productid)),
          }),
        onDelete: setDeleting,
      }),
    // The callbacks only use the row that they receive.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [shop, query.data],
  )

  return (
    <RowFocus value={register}>
      <WithCustomFields subject="product">
        {({ own, filters }) => (
          <DataTable
            caption="Products"
            exportUrl={dashboardLinks.listExport('products')}
            columns={withCustomColumns('product', own, columns, {
              rows: query.data?.data,
              idOf: ({ productid }) => productid,
            })}
            table={table}
            query={query}
            rowKey={({ productid }) => productid}
            rowName={({ productname }) => productname}
            toolbar={<ProductFilters table={table} customFields={filters} />}
            selection={selection.selection}
            bulkActions={
              <>
                {selection.canSelectAll && (
                  <Button kind="quiet" onClick={selection.selectAll}>
                    Select all {selection.total.toLocaleString(shop.locale)} matching
                  </Button>
                )}
                <Button kind="secondary" onClick={() => setEditing(true)}>
                  Bulk edit
                </Button>
              </>
            }
            empty={
              <EmptyState icon="package" title="No products available" text="Add your first product.">
                <LinkButton kind="primary" href={dashboardLinks.newProduct()}>
                  Create new product
                </LinkButton>
              </EmptyState>
            }
          />
        )}
      </WithCustomFields>
      {isEditing && (
        <BulkEditDialog
          target={selection.target}
          count={selection.count}
          onClose={(isDone) => {
            setEditing(false)
            if (isDone) selection.clear()
          }}
        />
      )}
      {deleting && (
        <DeleteDialog
          name={deleting.productname}
          noun="product"
          text="It will be removed from the shop. Products with orders are archived."
          isPending={remove.isPending}
          onConfirm={(_moveTo, handlers) => remove.mutate({ productid: deleting.productid }, handlers)}
          onClose={() => setDeleting(undefined)}
          onDeleted={() => {
            const ids = query.data?.data.map(({ productid }) => productid) ?? []
            setDeleting(undefined)
            selection.deselect(deleting.productid)
            focusAfterDelete(ids, deleting.productid)
          }}
        />
      )}
    </RowFocus>
  )
}
