import { useMemo, useState } from 'react'
import type { OrderGroup } from '#contract/admin-order.ts'
import { useAdminOrders } from '../../data/admin-orders.ts'
import { useShop } from '../../data/shop.ts'
import { changeAndFocus } from '../../lib/focus.ts'
import { useTableState } from '../../lib/use-table-state.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { BulkDialog, type BulkAction } from './bulk-dialog.tsx'
import { orderColumns } from './order-columns.tsx'
import { filterNames, OrderFilters } from './order-filters.tsx'
import { allOrders } from './places.ts'

interface OrderTableProps {
  /** What it is called where it has to be told from the others. */
  caption: string
  /** Absent: every order. */
  group?: OrderGroup
  /** What is said where there are none. */
  empty: string
}

const bulk: readonly (readonly [BulkAction, string])[] = [
  ['confirm', 'Confirm'],
  ['fulfil', 'Mark as shipped'],
  ['deliver', 'Mark as delivered'],
]
const most = 100

/** Orders, searched, narrowed, sorted, and moved on many at once. */
export function OrderTable({ caption, group, empty }: OrderTableProps) {
  const shop = useShop()
  const table = useTableState({ sort: 'newest', filters: filterNames })
  const query = useAdminOrders({ ...table.query, ...(group && { group }) })
  const columns = useMemo(() => orderColumns(shop), [shop])
  const [chosen, setChosen] = useState<ReadonlyMap<number, string>>(new Map())
  const [action, setAction] = useState<BulkAction>()
  const numbers = [...chosen.values()]

  function choose(ids: ReadonlySet<number>) {
    const known = new Map(query.data?.data.map(({ id, number }) => [id, number]))
    setChosen(new Map([...ids].map((id) => [id, chosen.get(id) ?? known.get(id) ?? ''])))
  }

  const close = (moved: readonly string[]) =>
    changeAndFocus(
      () => {
        setAction(undefined)
        setChosen(new Map([...chosen].filter(([, number]) => !moved.includes(number))))
      },
      // What opened the dialog is gone where nothing is selected any more.
      () => (moved.length > 0 ? document.querySelector('h1') : null),
    )

  // Orders that have come to an end go nowhere.
  const open = group === undefined || group === 'pending'
  return (
    <>
      <DataTable
        caption={caption}
        columns={columns}
        table={table}
        query={query}
        wide
        rowKey={({ id }) => id}
        rowName={({ number, customer }) => `order ${number} of ${customer}`}
        searchLabel="Search number, name, e-mail, product"
        toolbar={<OrderFilters table={table} group={group} methods={query.data?.methods ?? []} />}
        {...(open && { selection: { selected: new Set(chosen.keys()), onChange: choose } })}
        bulkActions={
          numbers.length > most ? (
            <p>At most {most} at once</p>
          ) : (
            bulk.map(([name, text]) => (
              <Button key={name} kind="secondary" onClick={() => setAction(name)}>
                {text}
              </Button>
            ))
          )
        }
        empty={
          <EmptyState icon="parcel" title="No orders here" text={empty}>
            {group && <LinkButton to={allOrders}>To all orders</LinkButton>}
          </EmptyState>
        }
      />
      {action && <BulkDialog action={action} numbers={numbers} onClose={close} />}
    </>
  )
}
