import { useId, useRef, useState, type SubmitEvent } from 'react'
import type { CustomField } from '#contract/custom-fields/custom-field.ts'
import { useShop } from '#web/data/shop.ts'
import { formatDate } from '#web/lib/format/dates.ts'
import { currencySign, money } from '#web/lib/format/money.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { compactStyle } from '#web/ui/table/table-filter.tsx'
import { parseNumber } from '#web/dashboard/record-form/parse-number.ts'
import { rangeFilter, rangeOf, rangeText } from './custom-filter.ts'

interface TypedFilterProps {
  field: CustomField
  /** As in the URL; empty: no filter. */
  value: string
  onChange(value: string): void
}

const PANEL_WIDTH = 288

/** A filter by a value that is typed: a button with a panel, with both ends of a range or the value itself. */
export function TypedFilter({ field, value, onChange }: TypedFilterProps) {
  const { name } = field
  const [open, setOpen] = useState(false)
  const [isAtRight, setAtRight] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const text = useFilterText(field, value)

  function toggle() {
    const { left = 0 } = button.current?.getBoundingClientRect() ?? {}
    setAtRight(left + PANEL_WIDTH > innerWidth)
    setOpen(!open)
  }
  function close() {
    setOpen(false)
    button.current?.focus()
  }

  return (
    <div
      role="group"
      aria-label={name}
      className="relative max-sm:grow"
      onKeyDown={({ key }) => key === 'Escape' && open && close()}
      onBlur={({ currentTarget, relatedTarget }) =>
        relatedTarget && !currentTarget.contains(relatedTarget) && setOpen(false)
      }
    >
      <button
        ref={button}
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={toggle}
        className={`${compactStyle(value !== '')} inline-flex items-center justify-between gap-2 text-left max-sm:w-full!`}
      >
        <span className="min-w-0 wrap-anywhere">
          {name}: {text || 'all'}
        </span>
        <Icon name="down" className="size-4 shrink-0" />
      </button>
      <div
        id={id}
        hidden={!open}
        className={`z-20 mt-2 rounded-xs border border-line bg-card p-4 shadow-lg sm:absolute sm:top-full sm:w-72 ${isAtRight ? 'right-0' : 'left-0'}`}
      >
        {open && (
          <FilterForm
            field={field}
            value={value}
            onApply={(next) => {
              onChange(next)
              close()
            }}
          />
        )}
      </div>
    </div>
  )
}

interface FilterFormProps {
  field: CustomField
  value: string
  onApply(value: string): void
}

function FilterForm({ field, value, onApply }: FilterFormProps) {
  const { kind, name } = field
  const shop = useShop()
  const isRange = kind === 'number' || kind === 'money' || kind === 'date'
  const [problem, setProblem] = useState<'from' | 'to'>()
  const { from, to } = rangeOf(value)

  function apply(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const { elements } = event.currentTarget
    const textOf = (its: string) => {
      const input = elements.namedItem(its)
      return input instanceof HTMLInputElement ? input.value.trim() : ''
    }
    if (!isRange) return onApply(textOf('is'))
    const ends = { from: endOf(kind, textOf('from')), to: endOf(kind, textOf('to')) }
    const wrong = ends.from === undefined ? 'from' : ends.to === undefined ? 'to' : undefined
    setProblem(wrong)
    const wrongField = wrong && elements.namedItem(wrong)
    if (wrongField instanceof HTMLElement) return wrongField.focus()
    return onApply(rangeFilter(ends.from ?? '', ends.to ?? ''))
  }

  const sign = kind === 'money' ? ` (${currencySign(shop)})` : ''
  const end = (its: 'from' | 'to', label: string, defaultValue: string) => (
    <TextField
      name={its}
      label={label + sign}
      defaultValue={defaultValue}
      type={kind === 'date' ? 'date' : 'text'}
      inputMode={kind === 'date' ? undefined : 'decimal'}
      autoComplete="off"
      error={problem === its ? 'Enter a number' : undefined}
      className="min-w-0 grow basis-28"
    />
  )
  return (
    <form aria-label={`Filter by ${name}`} noValidate onSubmit={apply} className="flex flex-col gap-4">
      {isRange ? (
        <div className={`flex gap-3 ${kind === 'date' ? 'flex-col' : ''}`}>
          {end('from', 'From', from)}
          {end('to', 'To', to)}
        </div>
      ) : (
        <TextField
          name="is"
          label="Is"
          hint={kind === 'reference' ? 'The number of the product.' : 'The whole text, letter by letter.'}
          defaultValue={value}
          autoComplete="off"
          maxLength={200}
        />
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit">Apply</Button>
        {value !== '' && (
          <Button kind="quiet" onClick={() => onApply('')}>
            Clear
          </Button>
        )}
      </div>
    </form>
  )
}

/** An end of a range as the URL has it; undefined if it is no number. */
function endOf(kind: CustomField['kind'], text: string): string | undefined {
  if (kind === 'date' || text === '') return text
  const number = parseNumber(text)
  return Number.isFinite(number) ? String(number) : undefined
}

/** The filter in words, for its button. */
function useFilterText({ kind }: CustomField, value: string): string {
  const shop = useShop()
  const format = (end: string) => {
    if (kind === 'date') return formatDate(end, { ...shop, timeZone: 'UTC' })
    if (kind === 'money') return money(Number(end), shop)
    return Number(end).toLocaleString(shop.locale)
  }
  // A value that was typed into the URL is shown as it is.
  const isValid = (end: string) =>
    end === '' || (kind === 'date' ? !Number.isNaN(Date.parse(end)) : Number.isFinite(Number(end)))
  if (kind !== 'number' && kind !== 'money' && kind !== 'date') return value
  const range = rangeOf(value)
  return isValid(range.from) && isValid(range.to) ? rangeText(range, format) : value
}
