import { useLayoutEffect, useRef, useState } from 'react'
import type { CartLine } from '#contract/cart/cart.ts'
import { links } from '#contract/links.ts'
import { focusAfterWait, useFocus } from '#web/lib/browser/focus.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { sameLine } from '#web/data/cart/cart-change.ts'
import { CartRow } from './cart-row.tsx'
import { OrderSummary } from './order-summary.tsx'
import { useCartTotals } from './use-cart-totals.ts'
import { SavedLines } from './saved-lines.tsx'
import type { DeliveryEstimate } from '#contract/orders/delivery/delivery.ts'
import { useAnnouncedTotal } from '../totals/use-announced-total.ts'
import { useCartChange } from '#web/data/cart/cart.ts'
import { newIdempotencyKey } from '#web/lib/new-key.ts'

interface Removed {
  line: CartLine
  /** Its index before the removal. */
  index: number
}

interface CartListProps {
  lines: CartLine[]
  changing: boolean
  /** The usual delivery of the shop. */
  delivery: DeliveryEstimate
}

/** The lines of the cart, removed lines with an undo button, what is saved for later, and the summary. */
export function CartList({ lines, changing, delivery }: CartListProps) {
  const list = useRef<HTMLUListElement>(null)
  const saved = useRef<HTMLHeadingElement>(null)
  const moveFocus = useFocus()
  const [removed, setRemoved] = useState<Removed[]>([])
  /** The restored line that gets the focus once it is rendered. */
  const [restored, setRestored] = useState<CartLine>()
  const { data: summary, isFetching } = useCartTotals()
  const { announcement, announce } = useAnnouncedTotal(summary?.total, changing || isFetching)

  useLayoutEffect(() => {
    if (!restored || !lines.some((line) => sameLine(line, restored))) return
    // Query instead of a ref: the link belongs to `CartRow`.
    focusAfterWait(null, list.current?.querySelector(`[data-product="${restored.productid}"] a`))
    setRestored(undefined)
  }, [restored, lines])

  const stillRemoved = removed.filter(({ line }) => !lines.some((other) => sameLine(other, line)))
  const rows: { line: CartLine; removed: boolean }[] = lines.map((line) => ({ line, removed: false }))
  for (const { line, index } of stillRemoved) {
    rows.splice(Math.min(index, rows.length), 0, { line, removed: true })
  }

  function remove(line: CartLine) {
    const index = rows.findIndex((row) => sameLine(row.line, line))
    const others = stillRemoved.filter((other) => !sameLine(other.line, line))
    setRemoved([...others, { line, index }].sort((a, b) => a.index - b.index))
    announce(`${line.productname} was removed.`)
  }

  return (
    <>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {lines.length === 0 && (
        <EmptyState icon="bag" title="No items in cart." text="Items you add will appear here.">
          <LinkButton href={links.products()} kind="primary">
            Continue Shopping
          </LinkButton>
        </EmptyState>
      )}
      <div
        className={
          lines.length > 0 ? 'lg:grid lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start lg:gap-16' : ''
        }
      >
        <div>
          <ul ref={list} aria-label="Items in your cart" className="border-b border-line empty:hidden">
            {rows.map((row) =>
              row.removed ? (
                <RemovedRow key={keyOf(row.line)} line={row.line} onUndone={() => setRestored(row.line)} />
              ) : (
                <CartRow
                  key={keyOf(row.line)}
                  line={row.line}
                  onRemove={() => remove(row.line)}
                  onSave={() => {
                    announce(`${row.line.productname} was saved for later.`)
                    moveFocus(() => saved.current)
                  }}
                  onChanged={(quantity) => announce(`${row.line.productname}: ${quantity}.`)}
                />
              ),
            )}
          </ul>
          <SavedLines headingRef={saved} onRestored={setRestored} />
        </div>
        {lines.length > 0 && <OrderSummary changing={changing} delivery={delivery} />}
      </div>
    </>
  )
}

const keyOf = ({ productid, variantid }: CartLine) => `${productid}-${variantid}`

/** Replaces a removed line with an undo button, which receives the focus of the removed button. */
function RemovedRow({ line, onUndone }: { line: CartLine; onUndone: () => void }) {
  const { mutate } = useCartChange()
  const undo = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => focusAfterWait(null, undo.current, { preventScroll: true }), [])
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 border-t border-line py-3 text-quiet">
      <span className="min-w-0 wrap-anywhere">{line.productname} was removed.</span>
      <button
        ref={undo}
        type="button"
        aria-label={`Undo: restore ${line.productname}`}
        onClick={() => {
          mutate({ kind: 'add', line, key: newIdempotencyKey() })
          onUndone()
        }}
        className="min-h-11 cursor-pointer font-medium text-ink underline underline-offset-4 hover:decoration-2"
      >
        Undo
      </button>
    </li>
  )
}
