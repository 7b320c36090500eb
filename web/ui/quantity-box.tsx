import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState, type MouseEvent } from 'react'
import { MAX_QUANTITY } from '#contract/cart/max-quantity.ts'
import { Icon } from './icon.tsx'

interface QuantityBoxProps {
  /** The product's name, for labels such as "Quantity of Stoneware mug". */
  itemName?: string
  value: number
  /** The available stock; at least 1. */
  max: number
  onChange: (value: number) => void
  /** Calls `onChange` after the value has stayed the same for this long. */
  delayMs?: number
}

/** A quantity field with buttons. It corrects values outside 1 to `max` and announces the correction. */
export function QuantityBox({ itemName, value, max, onChange, delayMs = 0 }: QuantityBoxProps) {
  const id = useId()
  const [typed, setTyped] = useState<string>()
  const [notice, setNotice] = useState('')
  const suffix = itemName ? ` of ${itemName}` : ''
  const shown = typed ?? String(value)

  function commit() {
    setTyped(undefined)
    if (typed && Number(typed) !== value) onChange(Number(typed))
  }
  const commitLater = useEffectEvent(commit)

  const input = useRef<HTMLInputElement>(null)
  const adopt = useEffectEvent(() => {
    const early = input.current?.value ?? ''
    if (early !== '' && early !== String(value)) set(Number(early))
  })
  // A quantity that was chosen before React arrived counts too.
  useLayoutEffect(() => adopt(), [])
  useEffect(() => {
    if (!typed) return
    const timer = setTimeout(commitLater, delayMs)
    return () => clearTimeout(timer)
  }, [typed, delayMs])

  function set(requested: number) {
    const number = Math.min(Math.max(1, Math.trunc(requested)), max)
    setNotice('')
    if (requested < 1) setNotice('The minimum quantity is 1.')
    if (requested > max)
      setNotice(max < MAX_QUANTITY ? `Only ${max} left.` : `The maximum quantity is ${max}.`)
    if (delayMs > 0) return setTyped(String(number))
    // A form that is submitted right away has what is shown.
    setTyped(undefined)
    onChange(number)
  }

  function step(event: MouseEvent, by: number) {
    // Tells the script for early presses that this one is handled.
    event.preventDefault()
    set(Number(shown === '' ? value : shown) + by)
  }
  // Not disabled at the limits: a press announces the limit and keeps the focus.
  const button = (end: boolean) =>
    `grid w-[44px] shrink-0 cursor-pointer place-items-center noscript:hidden ${end ? 'text-edge' : ''}`
  return (
    <div className="flex flex-wrap items-center">
      <div className="inline-flex h-12 max-w-full items-stretch rounded-xs border border-edge bg-card focus-within:border-ink">
        <button
          type="button"
          data-step={-1}
          aria-label={`Decrease quantity${suffix}`}
          onClick={(event) => step(event, -1)}
          className={button(Number(shown) <= 1)}
        >
          <Icon name="minus" className="size-5" />
        </button>
        <label htmlFor={id} className="sr-only">
          Quantity{suffix}
        </label>
        <input
          ref={input}
          id={id}
          name="quantity"
          type="number"
          // A reload must not bring back an old quantity as if it were chosen now.
          autoComplete="off"
          inputMode="numeric"
          min={1}
          max={max}
          step={1}
          value={shown}
          onChange={({ target }) => (target.value === '' ? setTyped('') : set(Number(target.value)))}
          onBlur={commit}
          className="w-12 min-w-0 [appearance:textfield] bg-transparent text-center tabular noscript:w-20 [&::-webkit-inner-spin-button]:appearance-none [&::-webkit-outer-spin-button]:appearance-none"
        />
        <button
          type="button"
          data-step={1}
          aria-label={`Increase quantity${suffix}`}
          onClick={(event) => step(event, 1)}
          className={button(Number(shown) >= max)}
        >
          <Icon name="plus" className="size-5" />
        </button>
      </div>
      <p role="status" className="text-sm text-quiet not-empty:mx-3">
        {notice}
      </p>
    </div>
  )
}
