import { useLayoutEffect, useRef } from 'react'
import type { CartLine } from '#contract/cart.ts'
import { useCartChange } from '../../data/cart.ts'
import { focusAfterWait } from '../../lib/focus.ts'

/** Stands where a line was, with the way back. It has the focus, since what had it is gone. */
export function RemovedRow({ line, onUndone }: { line: CartLine; onUndone: () => void }) {
  const { mutate } = useCartChange()
  const undo = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => focusAfterWait(null, undo.current, { preventScroll: true }), [])
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 border-t border-line py-3 text-quiet">
      <span className="min-w-0 wrap-anywhere">{line.productname} was removed.</span>
      <button
        ref={undo}
        type="button"
        aria-label={`Undo: put ${line.productname} back`}
        onClick={() => {
          mutate({ kind: 'add', line, key: crypto.randomUUID() })
          onUndone()
        }}
        className="min-h-11 cursor-pointer font-medium text-ink underline underline-offset-4 hover:decoration-2"
      >
        Undo
      </button>
    </li>
  )
}
