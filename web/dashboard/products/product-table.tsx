import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import type { AdminProductRow } from '#contract/admin-product.ts'
import { useAdminProducts, useProductChanges } from '../../data/admin-products.ts'
import { useShop } from '../../data/shop.ts'
import { serverMessage } from '../../lib/api.ts'
import { showToast } from '../../lib/toasts.ts'
import { useTableState } from '../../lib/use-table-state.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { focusBeside } from '../shelves/row-actions.tsx'
import { BulkEditDialog } from './bulk-edit-dialog.tsx'
import { addProduct, editProduct } from './places.ts'
import { productColumns } from './product-columns.tsx'
import { filterNames, ProductFilters } from './product-filters.tsx'
import type { RowAction } from './row-actions.tsx'
import { useChosenProducts } from './use-chosen-products.ts'

const failed = 'Something went wrong. Please try again.'

/** Every product of the shop: searched, narrowed, sorted, changed one by one or many at once. */
export function ProductTable() {
  const shop = useShop()
  const navigate = useNavigate()
  const table = useTableState({ sort: 'newest', filters: filterNames })
  const query = useAdminProducts(table.query)
  const { patch, duplicate, remove } = useProductChanges()
  const chosen = useChosenProducts(table, query.data)
  const [deleting, setDeleting] = useState<AdminProductRow>()
  const [editing, setEditing] = useState(false)

  async function makeCopy({ productid, productname }: AdminProductRow) {
    try {
      const id = await duplicate(productid)
      showToast('success', `A draft like ${productname} is made`)
      await navigate(editProduct(id))
    } catch (error) {
      showToast('error', serverMessage(error) ?? failed)
    }
  }

  async function removeOne({ productid }: AdminProductRow) {
    const rows = query.data?.data.map((row) => row.productid) ?? []
    try {
      showToast('success', await remove(productid))
      chosen.forget(productid)
      focusBeside(rows, productid)
    } catch (error) {
      showToast('error', serverMessage(error) ?? failed)
    }
  }

  const act = (action: RowAction, row: AdminProductRow) =>
    action === 'delete' ? setDeleting(row) : void makeCopy(row)
  const columns = useMemo(
    () =>
      productColumns({
        shop,
        patch: (row, changes) => patch({ id: row.productid, version: row.version, ...changes }),
        act,
      }),
    // What they close over is made anew with each list.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [shop, query.data],
  )

  return (
    <>
      <DataTable
        caption="Products"
        columns={columns}
        table={table}
        query={query}
        rowKey={({ productid }) => productid}
        rowName={({ productname }) => productname}
        searchLabel="Search products"
        toolbar={<ProductFilters table={table} />}
        selection={chosen.selection}
        bulkActions={
          <>
            {chosen.offersAll && (
              <Button kind="quiet" onClick={chosen.chooseAll}>
                Select all {chosen.total} that match
              </Button>
            )}
            <Button kind="secondary" onClick={() => setEditing(true)}>
              Bulk edit
            </Button>
          </>
        }
        empty={
          <EmptyState icon="parcel" title="No products available" text="The first one is a form away.">
            <LinkButton kind="primary" to={addProduct}>
              Create new product
            </LinkButton>
          </EmptyState>
        }
      />
      {editing && (
        <BulkEditDialog
          which={chosen.which}
          count={chosen.count}
          onClose={(done) => {
            setEditing(false)
            if (done) chosen.clear()
          }}
        />
      )}
      {deleting && (
        <ConfirmDialog
          title={`Delete ${deleting.productname}?`}
          text="It leaves the shop at once. A product that was ordered is archived instead."
          confirm="Delete product"
          onClose={() => setDeleting(undefined)}
          onConfirm={() => void removeOne(deleting)}
        />
      )}
    </>
  )
}
