import { useMemo, useRef, useState } from 'react'
import type { AdminOrderRow, OrderGroup } from '#contract/orders/admin-order.ts'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import { useAdminData, useAdminList } from '#web/data/admin/query.ts'
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
import { MAX_PACKED_ORDERS } from '#contract/orders/packing.ts'
import { DocumentLinks } from '#web/dashboard/packing/document-links.tsx'
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
const tagActions: typeof bulkActions = [
  ['tag', 'Add tags'],
  ['untag', 'Remove tags'],
]

/** An order that was selected with all that match has only its names. */
type SelectedOrder = Pick<AdminOrderRow, 'id' | 'number' | 'serial'> &
  Partial<Pick<AdminOrderRow, 'status' | 'isOnHold'>>

/** Whether a package of the order can be on the table, as far as the list knows. */
const canPack = ({ status = 'confirmed', isOnHold = false }: SelectedOrder) =>
  status === 'confirmed' && !isOnHold

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
  // Asked with the list, so that the filter does not move its neighbours later.
  const { data: tags = [] } = useAdminData('GET admin/orders/tags', {})
  const columns = useMemo(() => orderColumns(shop), [shop])
  const rows: readonly SelectedOrder[] | undefined = query.data?.data
  const { rows: orders, selection, add, retain } = useSelection(rows, ({ id }) => id)
  const toPack = orders.filter(canPack)
  const select = useOrderSelection()
  const total = query.data?.total ?? 0
  const canSelectAll =
    !query.data?.hasMore &&
    orders.length < total &&
    (rows?.every(({ id }) => selection.selected.has(id)) ?? false)
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

  // Completed and cancelled orders go no further.
  const isOpen = group === undefined || group === 'pending'
  return (
    <DashboardPage
      title={title}
      headingRef={heading}
      actions={
        <>
          {/* On a phone it would take a row from the list; the palette has it, too. */}
          <LinkButton href={dashboardLinks.counterSale()} className="max-sm:hidden">
            Counter sale
          </LinkButton>
          <LinkButton kind="primary" href={dashboardLinks.newOrder()}>
            New order
          </LinkButton>
        </>
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
                tags={tags}
              />
            }
            selection={selection}
            bulkActions={
              <>
                {canSelectAll && (
                  <Button kind="quiet" aria-disabled={select.isPending} onClick={selectAll}>
                    Select all {total.toLocaleString(shop.locale)} matching
                  </Button>
                )}
                {[...(isOpen ? bulkActions : []), ...tagActions].map(([name, text]) => (
                  <Button key={name} kind="secondary" onClick={() => setAction(name)}>
                    {name === 'confirm' && table.filters.confirm === 'on' ? 'Confirm orders' : text}
                  </Button>
                ))}
                {isOpen && toPack.length > 0 && toPack.length <= MAX_PACKED_ORDERS && (
                  <DocumentLinks orders={toPack} />
                )}
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
