import { useEffect, useEffectEvent, useId, useState } from 'react'
import { Icon } from './icon.tsx'

interface QuantityBoxProps {
  /** Of what, for names: "Quantity of Stoneware mug". */
  of?: string
  value: number
  /** The most that can be had; at least 1. */
  max: number
  onChange: (value: number) => void
  /** Tells a new value only when it has stayed so many milliseconds. */
  settle?: number
}

/** A number of pieces, typed or stepped: never below 1, never above the most; where that changes it, it says so. */
export function QuantityBox({ of, value, max, onChange, settle = 0 }: QuantityBoxProps) {
  const id = useId()
  const [typed, setTyped] = useState<string>()
  const [said, say] = useState('')
  const suffix = of ? ` of ${of}` : ''
  const shown = typed ?? String(value)

  function tell() {
    setTyped(undefined)
    if (typed && Number(typed) !== value) onChange(Number(typed))
  }
  const tellSettled = useEffectEvent(tell)
  useEffect(() => {
    if (!typed) return
    const timer = setTimeout(tellSettled, settle)
    return () => clearTimeout(timer)
  }, [typed, settle])

  function set(wanted: number) {
    const number = Math.min(Math.max(1, Math.trunc(wanted)), max)
    say('')
    if (wanted < 1) say('The smallest quantity is 1.')
    if (wanted > max) say(max < 999 ? `Only ${max} left.` : `The largest quantity is ${max}.`)
    setTyped(String(number))
  }

  const step = (by: number) => set(Number(shown === '' ? value : shown) + by)
  // Not disabled at the ends: who presses is told why nothing happens, and keeps the focus.
  const button = (end: boolean) =>
    `grid w-11 shrink-0 cursor-pointer place-items-center ${end ? 'text-edge' : ''}`
  return (
    <div className="flex flex-wrap items-center">
      <div className="inline-flex h-12 items-stretch rounded-xs border border-edge bg-card focus-within:border-ink">
        <button
          type="button"
          aria-label={`Decrease quantity${suffix}`}
          onClick={() => step(-1)}
          className={button(Number(shown) <= 1)}
        >
          <Icon name="minus" className="size-5" />
        </button>
        <label htmlFor={id} className="sr-only">
          Quantity{suffix}
        </label>
        <input
          id={id}
          type="number"
          inputMode="numeric"
          min={1}
          max={max}
          step={1}
          value={shown}
          onChange={({ target }) => (target.value === '' ? setTyped('') : set(Number(target.value)))}
          onBlur={tell}
          className="w-12 [appearance:textfield] bg-transparent text-center tabular [&::-webkit-inner-spin-button]:appearance-none [&::-webkit-outer-spin-button]:appearance-none"
        />
        <button
          type="button"
          aria-label={`Increase quantity${suffix}`}
          onClick={() => step(1)}
          className={button(Number(shown) >= max)}
        >
          <Icon name="plus" className="size-5" />
        </button>
      </div>
      <p role="status" className="text-sm text-quiet not-empty:mx-3">
        {said}
      </p>
    </div>
  )
}
