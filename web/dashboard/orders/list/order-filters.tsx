import { useState } from 'react'
import { orderGroups, type OrderGroup } from '#contract/orders/admin-order.ts'
import { orderStatuses } from '#contract/orders/order.ts'
import { useShop } from '#web/data/shop.ts'
import { datePresets } from '#web/lib/format/date-presets.ts'
import type { TableState } from '#web/ui/table/use-table-state.ts'
import { controlStyle } from '#web/ui/form/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { orderStatusLabels } from '../order-labels.ts'

export const filterNames = [
  'status',
  'payment',
  'customer',
  'coupon',
  'problem',
  'hold',
  'from',
  'to',
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
] as const

interface OrderFiltersProps {
  table: TableState
  /** Limits the statuses on offer; absent: all statuses. */
  group: OrderGroup | undefined
  /** Payment methods. */
  methods: readonly { id: string; name: string }[]
}

const filterStyle = `${controlStyle} px-2.5! field-sizing-content w-auto! max-w-full cursor-pointer`

export function OrderFilters({ table, group, methods }: OrderFiltersProps) {
  const statuses = group ? orderGroups[group] : orderStatuses
  const status = table.filters['hold'] === 'on' ? ON_HOLD : (table.filters['status'] ?? '')
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2">
      {statuses.length > 1 && (
        <select
          aria-label="Status"
          value={status}
          onChange={({ target }) => table.set(statusFilter(target.value))}
          className={`${filterStyle} grow sm:grow-0 ${status ? 'border-ink! font-medium' : ''}`}
        >
          <option value="">Status: all</option>
          {statuses.map((each) => (
            <option key={each} value={each}>
              {orderStatusLabels[each]}
            </option>
          ))}
          {(group === undefined || group === 'pending') && <option value={ON_HOLD}>On hold</option>}
        </select>
      )}
      <FilterSelect
        table={table}
        name="payment"
        label="Payment"
        options={methods.map(({ id, name }) => [id, name])}
      />
      <DatePreset table={table} />
      <DateFilter table={table} name="from" label="From" />
      <DateFilter table={table} name="to" label="To" />
      {linkFilters.map(([name, label]) => {
        const value = table.filters[name]
        return (
          value && (
            <button
              key={name}
              type="button"
              onClick={() => table.set({ [name]: undefined })}
              className={`${filterStyle} border-ink! font-medium`}
            >
              {label(value)}
              <span className="sr-only">: remove filter</span>
              <Icon name="close" className="ml-2 inline size-4" />
            </button>
          )
        )
      })}
      {/* Small screens show cards, which have no column headers to sort by. */}
      <select
        aria-label="Sort"
        value={table.sort}
        onChange={({ target }) => table.set({ sort: target.value })}
        className={`${filterStyle} grow sm:grow-0 xl:hidden`}
      >
        <option value="newest">Newest first</option>
        <option value="oldest">Oldest first</option>
        <option value="total_desc">Highest total</option>
        <option value="total">Lowest total</option>
      </select>
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

interface FilterSelectProps {
  table: TableState
  name: 'payment'
  label: string
  options: readonly (readonly [string, string])[]
}

function FilterSelect({ table, name, label, options }: FilterSelectProps) {
  const value = table.filters[name] ?? ''
  return (
    <select
      aria-label={label}
      value={value}
      onChange={({ target }) => table.set({ [name]: target.value })}
      className={`${filterStyle} grow sm:grow-0 ${value ? 'border-ink! font-medium' : ''}`}
    >
      <option value="">{label}: all</option>
      {options.map(([id, text]) => (
        <option key={id} value={id}>
          {text}
        </option>
      ))}
    </select>
  )
}

function DateFilter({ table, name, label }: { table: TableState; name: 'from' | 'to'; label: string }) {
  const value = table.filters[name] ?? ''
  return (
    <label className="flex items-center gap-2 text-sm text-quiet">
      {label}
      <input
        type="date"
        value={value}
        onChange={({ target }) => table.set({ [name]: target.value })}
        className={`${filterStyle} ${value ? 'border-ink! font-medium' : ''}`}
      />
    </label>
  )
}

/** Sets the filters `from` and `to` to a common period. */
function DatePreset({ table }: { table: TableState }) {
  const { timeZone } = useShop()
  const [presets] = useState(() => datePresets(new Date(), { timeZone }))
  const { from = '', to = '' } = table.filters
  const chosen = presets.find((period) => period.from === from && period.to === to)?.name
  return (
    <select
      aria-label="Period"
      value={chosen ?? (from || to ? 'own' : '')}
      onChange={({ target }) => {
        const period = presets.find(({ name }) => name === target.value)
        table.set({ from: period?.from, to: period?.to })
      }}
      className={`${filterStyle} grow sm:grow-0 ${chosen ? 'border-ink! font-medium' : ''}`}
    >
      <option value="">Period: all</option>
      {!chosen && (from || to) && <option value="own">Own period</option>}
      {presets.map(({ name }) => (
        <option key={name}>{name}</option>
      ))}
    </select>
  )
}
