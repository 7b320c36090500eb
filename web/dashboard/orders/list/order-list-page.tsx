import { useMemo, useRef, useState } from 'react'
import type { AdminOrderRow, OrderGroup } from '#contract/orders/admin-order.ts'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import { useAdminList } from '#web/data/admin/query.ts'
import { useOrderSelection } from '#web/data/admin/orders.ts'
import { useCan } from '#web/data/account/permission.ts'
import { useShop } from '#web/data/shop.ts'
import { useFocus } from '#web/lib/browser/focus.ts'
import { useTableState } from '#web/ui/table/use-table-state.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { useSelection } from '#web/ui/table/use-selection.ts'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { DashboardPage } from '#web/dashboard/dashboard-page.tsx'
import { withCustomColumns } from '#web/dashboard/custom-fields/table/custom-columns.tsx'
import { WithCustomFields } from '#web/dashboard/custom-fields/table/with-custom-fields.tsx'
import type { BulkOrderAction } from '#contract/orders/order-actions.ts'
import { BulkDialog } from './bulk-dialog.tsx'
import { orderColumns } from './order-columns.tsx'
import { filterNames, OrderFilters } from './order-filters.tsx'

interface OrderListPageProps {
  title: string
  intro?: string
  /** Absent: every order. */
  group?: OrderGroup
  /** Text of the empty state. */
  empty: string
}

const bulkActions: readonly (readonly [BulkOrderAction, string])[] = [
  ['confirm', 'Mark as paid'],
  ['fulfil', 'Mark as shipped'],
  ['deliver', 'Mark as delivered'],
  ['cancel', 'Cancel orders'],
]

type SelectedOrder = Pick<AdminOrderRow, 'id' | 'number' | 'serial'>

/** A page with a list of orders: search, filters, sorting and bulk actions. */
export function OrderListPage({ title, intro, group, empty }: OrderListPageProps) {
  const can = useCan()
  const shop = useShop()
  const table = useTableState({
    search: 'Search by order, name, email, phone or product',
    sort: 'newest',
    filters: filterNames,
  })
  const query = useAdminList('GET admin/orders', { ...table.query, ...(group && { group }) })
  const columns = useMemo(() => orderColumns(shop), [shop])
  const rows: readonly SelectedOrder[] | undefined = query.data?.data
  const { rows: orders, selection, add, retain } = useSelection(rows, ({ id }) => id)
  const select = useOrderSelection()
  const total = query.data?.total ?? 0
  const canSelectAll = orders.length < total && (rows?.every(({ id }) => selection.selected.has(id)) ?? false)
  const [action, setAction] = useState<BulkOrderAction>()
  const heading = useRef<HTMLHeadingElement>(null)
  const focus = useFocus()

  function close(changed: readonly string[]) {
    setAction(undefined)
    retain(({ number }) => !changed.includes(number))
    // The bulk buttons disappear with the last selected row.
    if (changed.length > 0) focus(() => heading.current)
  }

  function selectAll() {
    const entries = Object.entries({ q: table.q || undefined, ...table.filters, group })
    const filter = Object.fromEntries(entries.filter(([, value]) => value !== undefined))
    select.mutate(filter, { onSuccess: ({ orders: all }) => add(all) })
  }

  // No bulk action applies to completed or cancelled orders.
  const hasBulkActions = group === undefined || group === 'pending'
  return (
    <DashboardPage
      title={title}
      headingRef={heading}
      actions={
        <LinkButton kind="primary" href={dashboardLinks.newOrder()}>
          New order
        </LinkButton>
      }
    >
      {intro && <p className="mb-6 max-w-prose text-quiet">{intro}</p>}
      <WithCustomFields subject="order">
        {({ own, filters }) => (
          <DataTable
            caption={title}
            {...(can('exports') && {
              exportUrl: (filter) => dashboardLinks.listExport('orders')({ ...filter, group }),
            })}
            columns={withCustomColumns('order', own, columns, {
              rows: query.data?.data,
              idOf: ({ id }) => id,
            })}
            table={table}
            query={query}
            wide
            rowKey={({ id }) => id}
            rowName={({ serial, customer }) => `order ${serial} of ${customer}`}
            toolbar={
              <OrderFilters
                table={table}
                group={group}
                methods={query.data?.methods ?? []}
                customFields={filters}
              />
            }
            {...(hasBulkActions && { selection })}
            bulkActions={
              <>
                {canSelectAll && (
                  <Button kind="quiet" aria-disabled={select.isPending} onClick={selectAll}>
                    Select all {total.toLocaleString(shop.locale)} matching
                  </Button>
                )}
                {bulkActions.map(([name, text]) => (
                  <Button key={name} kind="secondary" onClick={() => setAction(name)}>
                    {text}
                  </Button>
                ))}
              </>
            }
            empty={
              <EmptyState icon="package" title="No orders" text={empty}>
                {group && <LinkButton href={dashboardLinks.orders()}>View all orders</LinkButton>}
              </EmptyState>
            }
          />
        )}
      </WithCustomFields>
      {action && <BulkDialog action={action} orders={orders} onClose={close} />}
    </DashboardPage>
  )
}
