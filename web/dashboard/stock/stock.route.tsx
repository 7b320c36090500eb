import { useState } from 'react'
import type { StockRow } from '#contract/stock.ts'
import { useStock, useStockChanges } from '../../data/admin-stock.ts'
import { useShop } from '../../data/shop.ts'
import { useTableState } from '../../lib/use-table-state.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { DashboardPage } from '../dashboard-page.tsx'
import { EditableNumber } from '../products/editable-number.tsx'
import { addProduct } from '../products/places.ts'
import { StockDialog, type StockTask } from './stock-dialog.tsx'
import { stockColumns } from './stock-columns.tsx'
import { StockFilters } from './stock-filters.tsx'
import { variantName } from './variant-name.ts'

/** What is there of every variant: found, received, corrected. */
export default function StockPage() {
  const { locale } = useShop()
  const table = useTableState({ sort: 'name', filters: ['level'] })
  const query = useStock(table.query)
  const { setMark, setShopMark } = useStockChanges()
  const [chosen, setChosen] = useState<ReadonlyMap<number, StockRow>>(new Map())
  const [task, setTask] = useState<StockTask>()
  const mark = query.data?.low_at

  function choose(ids: ReadonlySet<number>) {
    const rows = [...chosen.values(), ...(query.data?.data ?? [])]
    setChosen(new Map(rows.flatMap((row) => (ids.has(row.variantid) ? [[row.variantid, row] as const] : []))))
  }

  return (
    <DashboardPage title="Stock">
      <p className="max-w-prose text-quiet">
        Every piece that comes or goes stands in a ledger. What is put aside for orders is on hand but not
        available.
      </p>
      <p className="mt-1 mb-6 flex min-h-9 flex-wrap items-center text-quiet">
        A variant is low in stock from
        {mark !== undefined && (
          <EditableNumber
            whole
            label="Low mark of the shop"
            value={mark}
            shown={String(mark)}
            save={async (value) => void (await setShopMark(value))}
          />
        )}
        pieces, where it has no mark of its own.
      </p>
      <DataTable<StockRow>
        caption="Stock"
        columns={stockColumns({
          locale,
          mark: mark ?? 0,
          setMark: async (row, value) => void (await setMark(row.variantid, value === mark ? null : value)),
          act: (kind, row) => setTask({ kind, rows: [row] }),
        })}
        table={table}
        query={query}
        rowKey={({ variantid }) => variantid}
        rowName={variantName}
        searchLabel="Search by name or SKU"
        toolbar={<StockFilters table={table} />}
        selection={{ selected: new Set(chosen.keys()), onChange: choose }}
        bulkActions={
          <Button kind="secondary" onClick={() => setTask({ kind: 'receive', rows: [...chosen.values()] })}>
            Receive goods
          </Button>
        }
        empty={
          <EmptyState icon="parcel" title="No products yet" text="What is for sale has its stock here.">
            <LinkButton kind="primary" to={addProduct}>
              Create new product
            </LinkButton>
          </EmptyState>
        }
      />
      {task && (
        <StockDialog
          task={task}
          onClose={(done) => {
            setTask(undefined)
            if (done && task.rows.length > 1) setChosen(new Map())
          }}
        />
      )}
    </DashboardPage>
  )
}
