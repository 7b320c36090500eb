import { useState } from 'react'
import { useShop } from '../../../data/shop.ts'
import { price } from '../../../lib/format/money.ts'
import { Icon } from '../../../ui/icon.tsx'

interface PriceRangeProps {
  min: number | undefined
  max: number | undefined
  /** The lowest and the highest price of the results. */
  range: { min: number; max: number } | null
}

/** Minimum and maximum price, applied with Enter or the button. */
export function PriceRange({ min, max, range }: PriceRangeProps) {
  const shop = useShop()
  return (
    <>
      <div className="flex items-end gap-2">
        <PriceInput
          name="min"
          label="Min"
          applied={min}
          placeholder={range ? String(Math.floor(range.min)) : ''}
        />
        <PriceInput
          name="max"
          label="Max"
          applied={max}
          placeholder={range ? String(Math.ceil(range.max)) : ''}
        />
        <button
          type="submit"
          aria-label="Apply price"
          className="grid size-11 shrink-0 place-items-center rounded-xs border border-ink transition-colors duration-150 hover:bg-ink hover:text-page"
        >
          <Icon name="arrow" className="size-5" />
        </button>
      </div>
      {range && (
        <p className="mt-2 text-sm text-quiet tabular">
          {price(range.min, shop)} to {price(range.max, shop)}
        </p>
      )}
    </>
  )
}

interface PriceInputProps {
  name: string
  label: string
  applied: number | undefined
  placeholder: string
}

function PriceInput({ name, label, applied, placeholder }: PriceInputProps) {
  const text = applied === undefined ? '' : String(applied)
  const [typed, setTyped] = useState({ text, since: text })
  // A new value in the URL replaces the typed text: a removed filter, the back button.
  if (typed.since !== text) setTyped({ text, since: text })
  return (
    <label className="min-w-0 grow text-sm">
      <span className="mb-1 block text-quiet">{label}</span>
      <input
        name={name}
        inputMode="decimal"
        autoComplete="off"
        maxLength={12}
        placeholder={placeholder}
        value={typed.text}
        onChange={({ target }) => setTyped({ text: target.value, since: text })}
        className="min-h-11 w-full min-w-0 rounded-xs border border-edge bg-card px-3 tabular placeholder:text-quiet"
      />
    </label>
  )
}
