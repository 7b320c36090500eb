import { useState } from 'react'
import type { CustomField } from '#contract/custom-fields/custom-field.ts'
import { orderGroups, type OrderGroup } from '#contract/orders/admin-order.ts'
import { orderStatuses } from '#contract/orders/order.ts'
import { useShop } from '#web/data/shop.ts'
import { datePresets } from '#web/lib/format/date-presets.ts'
import type { TableState } from '#web/ui/table/use-table-state.ts'
import { CompactFilter, CompactSelect, compactStyle, SortFilter } from '#web/ui/table/table-filter.tsx'
import { CustomFilters } from '#web/dashboard/custom-fields/table/custom-filters.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { orderStatusLabels } from '../order-labels.ts'

export const filterNames = [
  'status',
  'payment',
  'customer',
  'coupon',
  'problem',
  'hold',
  'source',
  'platform',
  'from',
  'to',
  'custom',
] as const

const problemNames = new Map([
  ['refund', 'Refund outstanding'],
  ['payment', 'Payment unknown'],
  ['unconfirmed', 'Many from one network'],
])

/** Filters that only links from other pages set, each shown as a button that removes it. */
const linkFilters = [
  ['customer', () => 'One customer'],
  ['coupon', () => 'One coupon'],
  ['problem', (value: string) => problemNames.get(value) ?? ''],
  ['source', (value: string) => (value === 'agents' ? 'Through agents' : 'On our own pages')],
  ['platform', () => 'One platform'],
] as const

interface OrderFiltersProps {
  table: OrderTable
  /** Limits the statuses on offer; absent: all statuses. */
  group: OrderGroup | undefined
  /** Payment methods. */
  methods: readonly { id: string; name: string }[]
  customFields: readonly CustomField[]
}

type OrderTable = TableState<(typeof filterNames)[number]>

export function OrderFilters({ table, group, methods, customFields }: OrderFiltersProps) {
  const statuses = group ? orderGroups[group] : orderStatuses
  const status = table.filters.hold === 'on' ? ON_HOLD : (table.filters.status ?? '')
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2">
      {statuses.length > 1 && (
        <CompactSelect
          label="Status"
          value={status}
          onChange={({ target }) => table.set(statusFilter(target.value))}
          isSet={status !== ''}
          options={[
            ['', 'Status: all'],
            ...statuses.map((each) => [each, orderStatusLabels[each]] as const),
            ...(group === undefined || group === 'pending' ? [[ON_HOLD, 'On hold'] as const] : []),
          ]}
        />
      )}
      <CompactFilter
        table={table}
        name="payment"
        label="Payment"
        options={methods.map(({ id, name }) => [id, name])}
      />
      <DatePreset table={table} />
      <DateFilter table={table} name="from" label="From" />
      <DateFilter table={table} name="to" label="To" />
      <CustomFilters fields={customFields} table={table} />
      {linkFilters.map(([name, label]) => {
        const value = table.filters[name]
        return (
          value && (
            <button
              key={name}
              type="button"
              onClick={() => table.set({ [name]: undefined })}
              className={compactStyle(true)}
            >
              {label(value)}
              <span className="sr-only">: remove filter</span>
              <Icon name="close" className="ml-2 inline size-4" />
            </button>
          )
        )
      })}
      <SortFilter
        table={table}
        isCompact
        options={[
          ['newest', 'Newest first'],
          ['oldest', 'Oldest first'],
          ['total_desc', 'Highest total'],
          ['total', 'Lowest total'],
        ]}
      />
    </div>
  )
}

/** Among the statuses, because it is the badge of an order in the list. */
const ON_HOLD = 'on hold'

/** The filter of a status as the list names it: an order on hold is not to ship. */
function statusFilter(status: string) {
  if (status === ON_HOLD) return { status: undefined, hold: 'on' }
  return { status, hold: status === 'confirmed' ? 'off' : undefined }
}

function DateFilter({ table, name, label }: { table: OrderTable; name: 'from' | 'to'; label: string }) {
  const value = table.filters[name] ?? ''
  return (
    <label className="flex items-center gap-2 text-sm text-quiet">
      {label}
      <input
        type="date"
        value={value}
        onChange={({ target }) => table.set({ [name]: target.value })}
        className={compactStyle(value !== '')}
      />
    </label>
  )
}

/** Sets the filters `from` and `to` to a common period. */
function DatePreset({ table }: { table: OrderTable }) {
  const { timeZone } = useShop()
  const [presets] = useState(() => datePresets(new Date(), { timeZone }))
  const { from = '', to = '' } = table.filters
  const chosen = presets.find((period) => period.from === from && period.to === to)?.name
  return (
    <CompactSelect
      label="Period"
      value={chosen ?? (from || to ? 'own' : '')}
      onChange={({ target }) => {
        const period = presets.find(({ name }) => name === target.value)
        table.set({ from: period?.from, to: period?.to })
      }}
      isSet={chosen !== undefined}
      options={[
        ['', 'Period: all'],
        ...(!chosen && (from || to) ? [['own', 'Own period'] as const] : []),
        ...presets.map(({ name }) => [name, name] as const),
      ]}
    />
  )
}
