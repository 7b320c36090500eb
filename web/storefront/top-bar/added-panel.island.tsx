import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { links } from '#contract/links.ts'
import type { CartLine } from '#contract/cart/cart.ts'
import {
  currentAddedLine,
  setAddedLine,
  subscribeToAddedLine,
  type AddedLine,
} from '#web/data/cart/added-line.ts'
import { useCart } from '#web/data/cart/cart.ts'
import { useShop } from '#web/data/shop.ts'
import { focusAfterWait } from '#web/lib/browser/focus.ts'
import { money } from '#web/lib/format/money.ts'
import { Icon } from '#web/ui/icon.tsx'
import { ProductImage } from '#web/ui/image.tsx'
import { withQueries } from '../with-queries.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'

/** What was just added to the cart. Empty until something is; `setAddedLine` starts it. */
function AddedPanel() {
  const added = useSyncExternalStore(subscribeToAddedLine, currentAddedLine, () => undefined)
  const { lines = [] } = useCart()
  return <div data-added>{added && <Panel added={added} lines={lines} />}</div>
}

interface PanelProps {
  added: AddedLine
  /** The whole cart. */
  lines: readonly CartLine[]
}

/**
 * What was just added, with the ways on to the cart and the checkout. It takes the focus only from the button that added the
 * item. Escape and a press outside close it.
 */
function Panel({ added, lines }: PanelProps) {
  const { line, from } = added
  const shop = useShop()
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (from !== undefined) focusAfterWait(from, panel.current, { preventScroll: true })
  }, [added, from])

  function close() {
    if (from instanceof HTMLElement && panel.current?.contains(document.activeElement)) from.focus()
    setAddedLine(undefined)
  }

  const onEscape = useEffectEvent(close)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) onEscape()
    }
    const onPress = ({ target }: PointerEvent) => {
      if (target instanceof Node && !panel.current?.contains(target)) setAddedLine(undefined)
    }
    document.addEventListener('keydown', onKey)
    document.addEventListener('pointerdown', onPress)
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('pointerdown', onPress)
    }
  }, [])

  // As in the summary of the cart: what cannot be ordered does not count.
  const orderable = lines.filter(({ stock }) => stock > 0)
  const subtotal = orderable.reduce((sum, { linetotal }) => sum + linetotal, 0)
  const quantity = orderable.reduce((sum, other) => sum + other.quantity, 0)
  return (
    <div
      ref={panel}
      role="dialog"
      aria-labelledby={id}
      tabIndex={-1}
      className="on-light fixed inset-x-(--gutter) top-[calc(var(--spacing-bar)+0.5rem)] z-40 max-h-[calc(100dvh-var(--spacing-bar)-1rem)] overflow-y-auto rounded-xs border border-line bg-card p-5 text-ink shadow-lg outline-none sm:left-auto sm:w-96"
    >
      <div className="flex items-start justify-between gap-4">
        <p id={id} className="flex items-center gap-2 font-medium">
          <Icon name="check" className="size-5 text-success" />
          Added to cart
        </p>
        <button
          type="button"
          aria-label="Close"
          onClick={close}
          className="-m-3 grid size-11 cursor-pointer place-items-center"
        >
          <Icon name="close" className="size-5" />
        </button>
      </div>
      <div className="mt-4 flex gap-4">
        <div className="size-20 shrink-0 rounded-xs bg-ground">
          {line.image && (
            <ProductImage image={line.image} sizes="80px" alt="" className="size-full rounded-xs" />
          )}
        </div>
        <div className="min-w-0">
          <p className="line-clamp-2 leading-snug wrap-anywhere">{line.productname}</p>
          <p className="text-sm text-quiet">{Object.values(line.options).join(', ')}</p>
          <p className="mt-1 text-sm text-quiet tabular">
            {line.quantity} × {money(line.productprice, shop)}
          </p>
        </div>
      </div>
      <p className="mt-4 flex flex-wrap justify-between gap-x-4 border-t border-line pt-4 tabular">
        <span>
          Subtotal ({quantity} {quantity === 1 ? 'item' : 'items'})
        </span>
        <span className="font-medium">{money(subtotal, shop)}</span>
      </p>
      <p className="mt-4 grid grid-cols-2 gap-3">
        <LinkButton href={links.cart()} className="px-3">
          View cart
        </LinkButton>
        <LinkButton href={links.checkout()} kind="primary" className="px-3">
          Checkout
        </LinkButton>
      </p>
    </div>
  )
}

export default withQueries(AddedPanel)
