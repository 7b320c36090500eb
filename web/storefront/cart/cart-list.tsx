import { useLayoutEffect, useRef, useState } from 'react'
import type { CartLine } from '#contract/cart.ts'
import { links } from '#contract/links.ts'
import { focusAfterWait } from '../../lib/focus.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { sameLine } from '../../data/cart-change.ts'
import { CartRow } from './cart-row.tsx'
import { OrderSummary } from './order-summary.tsx'
import { RemovedRow } from './removed-row.tsx'
import { useAnnouncedTotal } from './use-announced-total.ts'

interface Removed {
  line: CartLine
  /** Where it stood. */
  place: number
}

/** The lines, those just removed with their way back, and what it costs. */
export function CartList({ lines, changing }: { lines: CartLine[]; changing: boolean }) {
  const list = useRef<HTMLUListElement>(null)
  const [removed, setRemoved] = useState<Removed[]>([])
  /** Name of the product whose line should get the focus when it is back. */
  const [back, setBack] = useState<CartLine>()
  const { announced, announce } = useAnnouncedTotal(changing)

  useLayoutEffect(() => {
    if (!back || !lines.some((line) => sameLine(line, back))) return
    focusAfterWait(null, list.current?.querySelector(`[data-product="${back.productid}"] a`))
    setBack(undefined)
  }, [back, lines])

  const gone = removed.filter(({ line }) => !lines.some((other) => sameLine(other, line)))
  const rows: { line: CartLine; removed: boolean }[] = lines.map((line) => ({ line, removed: false }))
  for (const { line, place } of gone) rows.splice(Math.min(place, rows.length), 0, { line, removed: true })

  function remove(line: CartLine) {
    const place = rows.findIndex((row) => sameLine(row.line, line))
    setRemoved(
      [...gone.filter((other) => !sameLine(other.line, line)), { line, place }].sort(
        (a, b) => a.place - b.place,
      ),
    )
    announce(`${line.productname} was removed.`)
  }

  return (
    <>
      <p role="status" className="sr-only">
        {announced}
      </p>
      {lines.length === 0 && (
        <EmptyState icon="bag" title="No items in cart." text="What you add will wait for you here.">
          <LinkButton to={links.products()} kind="primary">
            Continue Shopping
          </LinkButton>
        </EmptyState>
      )}
      <div
        className={
          lines.length > 0 ? 'lg:grid lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start lg:gap-16' : ''
        }
      >
        <ul ref={list} aria-label="Items in your cart" className="border-b border-line empty:hidden">
          {rows.map((row) =>
            row.removed ? (
              <RemovedRow key={keyOf(row.line)} line={row.line} onUndone={() => setBack(row.line)} />
            ) : (
              <CartRow
                key={keyOf(row.line)}
                line={row.line}
                onRemove={() => remove(row.line)}
                onChanged={(quantity) => announce(`${row.line.productname}: ${quantity}.`)}
              />
            ),
          )}
        </ul>
        {lines.length > 0 && <OrderSummary changing={changing} />}
      </div>
    </>
  )
}

const keyOf = ({ productid, variantid }: CartLine) => `${productid}-${variantid}`
