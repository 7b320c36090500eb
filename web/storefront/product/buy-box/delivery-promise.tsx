import { useId, useRef, useState } from 'react'
import type { ProductDetail, Variant } from '#contract/catalog/product.ts'
import type { DeliveryEstimate } from '#contract/orders/delivery/delivery.ts'
import { canOrder } from '#web/data/availability.ts'
import { useDelivery } from '#web/data/delivery.ts'
import { useShop } from '#web/data/shop.ts'
import { money, type MoneyFormat } from '#web/lib/format/money.ts'
import { Icon } from '#web/ui/icon.tsx'
import type { PinCodeForm } from './pin-code-form.tsx'

/** What the page's loader has read about delivery. */
export interface PageDelivery {
  variantid: number | undefined
  estimate: DeliveryEstimate
}

interface DeliveryPromiseProps {
  product: ProductDetail
  chosen: Variant | undefined
  delivery: PageDelivery
}

/** Cost, arrival and returns of the chosen variant, for the PIN code that this device remembers. */
export function DeliveryPromise({ product: { productid }, chosen, delivery }: DeliveryPromiseProps) {
  const shop = useShop()
  const item = { productid, variantid: chosen?.variantid }
  const { estimate, check } = useDelivery(item, delivery.estimate, delivery.variantid)
  const { pincode, city } = estimate
  const freeFrom = freeFromText(estimate, shop)
  const isSoldOut = !chosen || !canOrder(chosen)
  return (
    <section aria-label="Delivery" className="mt-5 border-y border-line py-4">
      <div role="status" className="flex items-start gap-3">
        <Icon name="package" className="mt-0.5 size-5 shrink-0 text-quiet" />
        <div>
          <p className="font-medium text-pretty">{deliveryText(estimate, { ...shop, isSoldOut })}</p>
          {freeFrom && <p className="text-sm text-quiet">{freeFrom}</p>}
        </div>
      </div>
      <PinCodeCheck
        pincode={pincode}
        country={estimate.country}
        place={pincode && [`To ${city} ${pincode}`.replace('  ', ' '), cashText(estimate, shop)].join(' · ')}
        check={check}
      />
    </section>
  )
}

interface PinCodeCheckProps {
  pincode: string | null
  country: string
  /** What is known about the checked place. */
  place: string | null
  check(pincode: string): Promise<void>
}

function PinCodeCheck({ pincode, country, place, check }: PinCodeCheckProps) {
  const id = useId()
  const opener = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [Form, setForm] = useState<typeof PinCodeForm>()
  const name = country === 'IN' ? 'PIN code' : 'Postal code'

  async function toggle() {
    const loaded = await import('./pin-code-form.tsx').catch(() => undefined)
    // Without it another press tries again.
    if (!loaded) return
    setForm(() => loaded.PinCodeForm)
    setOpen(!isOpen)
  }

  return (
    // The remembered place arrives after the page, so its lines are kept free.
    <div className="mt-1 pl-8 text-sm noscript:hidden">
      <div className="flex min-h-16 flex-wrap content-start items-center gap-x-3 xl:min-h-8">
        <p role="status" className="text-quiet empty:hidden">
          {place}
        </p>
        <button
          ref={opener}
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => void toggle()}
          className="min-h-8 cursor-pointer underline underline-offset-4"
        >
          {pincode ? `Change ${name}` : `Check delivery to your ${name}`}
        </button>
      </div>
      <div id={id}>
        {isOpen && Form && (
          <Form
            name={name}
            pincode={pincode}
            isNumeric={country === 'IN'}
            check={async (code) => {
              await check(code)
              opener.current?.focus()
              setOpen(false)
            }}
          />
        )}
      </div>
    </div>
  )
}

/** "Free delivery · Thu 26 – Sun 29 Nov · 14-day returns". A sold-out option promises no day. */
export function deliveryText(
  { methods, returns }: DeliveryEstimate,
  { isSoldOut, ...shop }: MoneyFormat & { isSoldOut: boolean },
): string {
  const [standard] = methods
  if (!standard) return returnsText(returns)
  const cost = standard.price === 0 ? 'Free delivery' : `Delivery ${money(standard.price, shop)}`
  return [cost, !isSoldOut && standard.arrival.text, returnsText(returns)].filter(Boolean).join(' · ')
}

const returnsText = ({ days }: DeliveryEstimate['returns']) =>
  days > 0 ? `${days}-day returns` : 'No returns'

/** "Free on orders of ₹1,499 or more", if this item alone costs less; otherwise empty. */
export function freeFromText({ methods: [standard] }: DeliveryEstimate, shop: MoneyFormat): string {
  if (!standard || standard.price === 0 || standard.freeFrom === null) return ''
  return `Free on orders of ${money(standard.freeFrom, shop)} or more`
}

/** Whether and up to which order total one can pay in cash. */
export function cashText({ cash: { possible, upTo } }: DeliveryEstimate, shop: MoneyFormat): string {
  if (!possible) return 'No cash on delivery'
  return upTo === null ? 'Cash on delivery' : `Cash on delivery up to ${money(upTo, shop)}`
}
