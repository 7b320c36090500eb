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
  'due',
  'confirm',
  'source',
  'platform',
  'tag',
  'from',
  'to',
  'custom',
] as const

const problemNames = new Map([
  ['refund', 'Refund outstanding'],
  ['payment', 'Payment unknown'],
  ['dispute', 'Payment disputed'],
  ['authorization', 'Authorisation ends within two days'],
  ['unconfirmed', 'Many from one network'],
])

/** Filters that only links from other pages set, each shown as a button that removes it. */
const linkFilters = [
  ['customer', () => 'One customer'],
  ['coupon', () => 'One coupon'],
  ['problem', (value: string) => problemNames.get(value) ?? ''],
  ['due', (value: string) => (value === 'on' ? 'To be paid after a change' : 'Nothing due after a change')],
  ['confirm', () => 'Cash orders to confirm'],
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
  /** Those in use. */
  tags: readonly { tag: string; orders: number }[]
}

type OrderTable = TableState<(typeof filterNames)[number]>

export function OrderFilters({ table, group, methods, customFields, tags }: OrderFiltersProps) {
  const { tag: chosenTag } = table.filters
  const tagOptions = tags.map(({ tag, orders }): [string, string] => [tag, `${tag} (${orders})`])
  // No order may have it any more. The filter must still be seen and removed.
  if (chosenTag && !tags.some(({ tag }) => tag === chosenTag)) tagOptions.unshift([chosenTag, chosenTag])
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
      <PeriodFilter table={table} />
      {tagOptions.length > 0 && <CompactFilter table={table} name="tag" label="Tag" options={tagOptions} />}
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
          ...(table.filters.confirm === 'on' ? [['risk', 'Riskiest first'] as const] : []),
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

/** The choice of a period that shows the fields for its days. */
const DATES = 'dates'

/** Sets the filters `from` and `to` to a common period, or shows a field for each. */
function PeriodFilter({ table }: { table: OrderTable }) {
  const { timeZone } = useShop()
  const [presets] = useState(() => datePresets(new Date(), { timeZone }))
  const { from = '', to = '' } = table.filters
  const preset = presets.find((period) => period.from === from && period.to === to)?.name
  const [wantsDates, setWantsDates] = useState(false)
  const hasDates = wantsDates || (preset === undefined && (from !== '' || to !== ''))
  return (
    <>
      <CompactSelect
        label="Period"
        value={hasDates ? DATES : (preset ?? '')}
        onChange={({ target }) => {
          setWantsDates(target.value === DATES)
          if (target.value === DATES) return
          const period = presets.find(({ name }) => name === target.value)
          table.set({ from: period?.from, to: period?.to })
        }}
        isSet={from !== '' || to !== ''}
        options={[
          ['', 'Period: all'],
          ...presets.map(({ name }) => [name, name] as const),
          [DATES, 'From and to …'],
        ]}
      />
      {hasDates && (
        <>
          <DateFilter table={table} name="from" label="From" />
          <DateFilter table={table} name="to" label="To" />
        </>
      )}
    </>
  )
}
