import { useState } from 'react'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import type { StockRow } from '#contract/stock/stock.ts'
import { useAdminList } from '#web/data/admin/query.ts'
import { useThresholds } from '#web/data/admin/catalog/stock.ts'
import { useShop } from '#web/data/shop.ts'
import { useSelection } from '#web/ui/table/use-selection.ts'
import { useTableState } from '#web/ui/table/use-table-state.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { DashboardPage } from '../dashboard-page.tsx'
import { EditableNumber } from '#web/ui/table/editable-number.tsx'
import { StockDialog, type StockTask } from './stock-dialog.tsx'
import { stockColumns } from './stock-columns.tsx'
import { StockFilters } from './stock-filters.tsx'
import { variantName } from './variant-name.ts'

/** The stock of every variant: find, receive and correct it. */
export default function StockPage() {
  const { locale } = useShop()
  const table = useTableState({ search: 'Search by name or SKU', sort: 'name', filters: ['level'] })
  const query = useAdminList('GET admin/stock', table.query)
  const thresholds = useThresholds()
  const { rows, selection, clear } = useSelection(query.data?.data, ({ variantid }) => variantid)
  const [task, setTask] = useState<StockTask>()
  const threshold = query.data?.low_stock_threshold

  return (
    <DashboardPage title="Stock">
      <p className="max-w-prose text-quiet">
        Every stock movement is recorded in the stock history. Units reserved for orders are on hand but not
        available.
      </p>
      <p className="mt-1 mb-6 flex min-h-9 flex-wrap items-center text-quiet">
        Low-stock threshold:
        {threshold !== undefined && (
          <EditableNumber
            whole
            name="low-stock threshold"
            label="Low-stock threshold of the shop"
            value={threshold}
            text={String(threshold)}
            save={(value) => thresholds.shop.mutateAsync({ low_stock_threshold: value })}
          />
        )}
        units, unless a variant has its own.
      </p>
      <DataTable<StockRow>
        caption="Stock"
        exportUrl={dashboardLinks.listExport('stock')}
        columns={stockColumns({
          locale,
          threshold: threshold ?? 0,
          setThreshold: ({ variantid }, value) =>
            thresholds.variant.mutateAsync({
              id: variantid,
              low_stock_threshold: value === threshold ? null : value,
            }),
          onAction: (kind, row) => setTask({ kind, rows: [row] }),
        })}
        table={table}
        query={query}
        rowKey={({ variantid }) => variantid}
        rowName={variantName}
        toolbar={<StockFilters table={table} />}
        selection={selection}
        bulkActions={
          <Button kind="secondary" onClick={() => setTask({ kind: 'receive', rows })}>
            Receive goods
          </Button>
        }
        empty={
          <EmptyState
            icon="package"
            title="No products yet"
            text="Stock appears here once you add a product."
          >
            <LinkButton kind="primary" href={dashboardLinks.newProduct()}>
              Create new product
            </LinkButton>
          </EmptyState>
        }
      />
      {task && (
        <StockDialog
          task={task}
          onClose={(isBooked) => {
            setTask(undefined)
            if (isBooked && task.rows.length > 1) clear()
          }}
        />
      )}
    </DashboardPage>
  )
}
