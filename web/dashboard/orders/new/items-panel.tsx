import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { OrderProduct, QuotedLine } from '#contract/orders/manual-quote.ts'
import { useOrderProducts } from '#web/data/admin/manual-orders.ts'
import { readData } from '#web/data/admin/query.ts'
import { useShop } from '#web/data/shop.ts'
import { showToast } from '#web/lib/toasts.ts'
import type { FormState } from '#web/ui/form/use-form.ts'
import { Panel } from '#web/dashboard/panel.tsx'
import { variantName } from '#web/dashboard/stock/variant-name.ts'
import { Finder } from './finder.tsx'
import { ItemRow } from './item-row.tsx'
import { ProductMatch } from './product-match.tsx'
import { newItem, type OrderItem } from './order-input.ts'

interface ItemsPanelProps {
  items: readonly OrderItem[]
  lines: readonly QuotedLine[]
  form: FormState
  /** The search box gets the focus, because an order begins with what the customer wants. */
  isNew: boolean
  /** Why the quote refuses the item at an index. */
  refusalOf(index: number): string | undefined
  /** Receives the change of the current items, which may be newer than those shown. */
  onChange(change: (items: readonly OrderItem[]) => OrderItem[]): void
  /** Below the items. */
  children: ReactNode
}

/** What is ordered: variants found by name or SKU, with quantity and price. */
export function ItemsPanel(props: ItemsPanelProps) {
  const { items, lines, form, isNew, refusalOf, onChange, children } = props
  const format = useShop()
  const search = useRef<HTMLInputElement>(null)
  const [announcement, setAnnouncement] = useState('')
  useEffect(() => {
    if (isNew) search.current?.focus({ preventScroll: true })
  }, [isNew])

  /** Adds a unit of the product. */
  function add(product: OrderProduct) {
    setAnnouncement(`Added ${variantName(product)}`)
    onChange((now) => {
      const isSame = ({ variantid }: OrderItem) => variantid === product.variantid
      if (!now.some(isSame)) return [...now, newItem(product)]
      return now.map((item) =>
        isSame(item) ? { ...item, quantity: String((Number(item.quantity) || 0) + 1) } : item,
      )
    })
  }

  /** For a text that was entered faster than the list followed, as scanners do. */
  async function addFirst(text: string) {
    const [first] = await readData('GET admin/order-products', { q: text }).catch(() => [])
    if (first) add(first)
    else showToast('error', `Nothing matches “${text}”.`)
  }

  return (
    <Panel title="Items">
      <Finder
        label="Add a product"
        hint="Part of a name, or a SKU. Enter adds the selected match."
        useSearch={useOrderProducts}
        keyOf={({ variantid }) => variantid}
        onPick={add}
        onEarlyEnter={(text) => void addFirst(text)}
        error={form.error('items')}
        inputRef={search}
      >
        {(product) => <ProductMatch product={product} format={format} />}
      </Finder>
      {items.length > 0 && (
        <ul aria-label="Items of the order" className="mt-5 divide-y divide-line border-t border-line pt-4">
          {items.map((item, index) => (
            <ItemRow
              key={item.variantid}
              item={item}
              index={index}
              form={form}
              format={format}
              line={lines.find(({ variantid }) => variantid === item.variantid)}
              refusal={refusalOf(index)}
              onChange={(changes) =>
                onChange((now) =>
                  now.map((one) => (one.variantid === item.variantid ? { ...one, ...changes } : one)),
                )
              }
              onRemove={() => {
                setAnnouncement(`Removed ${variantName(item)}`)
                onChange((now) => now.filter(({ variantid }) => variantid !== item.variantid))
                // The pressed button disappears with its row.
                search.current?.focus()
              }}
            />
          ))}
        </ul>
      )}
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {children}
    </Panel>
  )
}
