import { orderGroups, type OrderGroup } from '#contract/admin-order.ts'
import { orderStatuses } from '#contract/order.ts'
import type { TableState } from '../../lib/use-table-state.ts'
import { controlStyle } from '../../ui/form/field.tsx'
import { statusWords } from './status-words.ts'

export const filterNames = ['status', 'payment', 'customer', 'coupon', 'trouble', 'from', 'to'] as const

/** What a link leads to, and how it is shown that not every order is there. */
const led = [
  ['customer', () => 'Of one customer'],
  ['coupon', () => 'With one coupon'],
  ['trouble', (value: string) => (value === 'refund' ? 'Not paid back yet' : 'Paid or not: unknown')],
] as const

interface OrderFiltersProps {
  table: TableState
  /** The states that there are here; absent: all of them. */
  group: OrderGroup | undefined
  /** The ways to pay. */
  methods: readonly { id: string; name: string }[]
}

const look = `${controlStyle} min-h-10! field-sizing-content w-auto! max-w-full cursor-pointer py-1!`

/** What the orders can be narrowed by, beside the search. */
export function OrderFilters({ table, group, methods }: OrderFiltersProps) {
  const statuses = group ? orderGroups[group] : orderStatuses
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2 max-xl:w-full xl:flex-1">
      {statuses.length > 1 && (
        <Choice
          table={table}
          name="status"
          label="Status"
          options={statuses.map((status) => [status, statusWords[status]])}
        />
      )}
      <Choice
        table={table}
        name="payment"
        label="Payment"
        options={methods.map(({ id, name }) => [id, name])}
      />
      <Day table={table} name="from" label="From" />
      <Day table={table} name="to" label="Until" />
      {led.map(([name, words]) => {
        const value = table.filters[name]
        return (
          value && (
            <button
              key={name}
              type="button"
              onClick={() => table.set({ [name]: undefined })}
              className={`${look} border-ink! font-medium`}
            >
              {words(value)}: show all
            </button>
          )
        )
      })}
      {/* Where the table is shown as cards it has no head to sort by. */}
      <select
        aria-label="Sort"
        value={table.sort}
        onChange={({ target }) => table.set({ sort: target.value })}
        className={`${look} grow sm:grow-0 xl:hidden`}
      >
        <option value="newest">Newest first</option>
        <option value="oldest">Oldest first</option>
        <option value="total_desc">Dearest first</option>
        <option value="total">Cheapest first</option>
      </select>
    </div>
  )
}

interface ChoiceProps {
  table: TableState
  name: 'status' | 'payment'
  label: string
  options: readonly (readonly [string, string])[]
}

function Choice({ table, name, label, options }: ChoiceProps) {
  const value = table.filters[name] ?? ''
  return (
    <select
      aria-label={label}
      value={value}
      onChange={({ target }) => table.set({ [name]: target.value })}
      className={`${look} grow sm:grow-0 ${value ? 'border-ink! font-medium' : ''}`}
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

function Day({ table, name, label }: { table: TableState; name: 'from' | 'to'; label: string }) {
  const value = table.filters[name] ?? ''
  return (
    <label className="flex items-center gap-2 text-sm text-quiet">
      {label}
      <input
        type="date"
        value={value}
        onChange={({ target }) => table.set({ [name]: target.value })}
        className={`${look} text-base ${value ? 'border-ink! font-medium' : ''}`}
      />
    </label>
  )
}
