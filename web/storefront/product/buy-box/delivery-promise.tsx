import { useId, useRef, useState } from 'react'
import type { ProductDetail, Variant } from '#contract/catalog/product.ts'
import type { DeliveryEstimate } from '#contract/orders/delivery/delivery.ts'
import { canOrder } from '#web/data/availability.ts'
import { useDelivery } from '#web/data/delivery.ts'
import { useShop } from '#web/data/shop.ts'
import { errorMessage } from '#web/lib/api.ts'
import { useFocus } from '#web/lib/browser/focus.ts'
import { money, type MoneyFormat } from '#web/lib/format/money.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Icon } from '#web/ui/icon.tsx'

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
  const form = useRef<HTMLFormElement>(null)
  const focus = useFocus()
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const name = country === 'IN' ? 'PIN code' : 'Postal code'
  const field = () => form.current?.querySelector('input')

  async function submit() {
    setBusy(true)
    try {
      await check(field()?.value.trim() ?? '')
      setError('')
      setOpen(false)
      focus(() => opener.current, form.current)
    } catch (reason) {
      setError(errorMessage(reason, 'Delivery couldn’t be checked. Please try again.'))
      focus(field, form.current)
    } finally {
      setBusy(false)
    }
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
          onClick={() => {
            setOpen(!isOpen)
            if (!isOpen) focus(field)
          }}
          className="min-h-8 cursor-pointer underline underline-offset-4"
        >
          {pincode ? `Change ${name}` : `Check delivery to your ${name}`}
        </button>
      </div>
      <div id={id}>
        {isOpen && (
          <form
            ref={form}
            noValidate
            onSubmit={(event) => {
              event.preventDefault()
              if (!isBusy) void submit()
            }}
            className="mt-2 mb-1 flex flex-wrap items-end gap-3 text-base"
          >
            <TextField
              name="pincode"
              label={name}
              error={error || undefined}
              autoComplete="postal-code"
              inputMode={country === 'IN' ? 'numeric' : 'text'}
              maxLength={12}
              defaultValue={pincode ?? ''}
              className="min-w-0 grow basis-32"
            />
            <Button type="submit" kind="secondary" aria-disabled={isBusy}>
              {isBusy ? 'Checking…' : 'Check'}
            </Button>
          </form>
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
