import { useEffect, useRef, useState } from 'react'
import { dayRangeText, deliveryDates, type DeliveryDays } from '#contract/orders/delivery/delivery-dates.ts'
import { shippingSettings, type AllSettings } from '#contract/settings/settings.ts'
import { useShop } from '#web/data/shop.ts'
import { formatDateTime } from '#web/lib/format/dates.ts'

interface DeliveryExampleProps {
  shipping: AllSettings['shipping']
  /** The form's input from these texts. */
  read(texts: Record<string, string>): unknown
}

/** What the form's settings promise for an order placed now, computed as in the shop. */
export function DeliveryExample({ shipping, read }: DeliveryExampleProps) {
  const shop = useShop()
  const section = useRef<HTMLElement>(null)
  const [fields, setFields] = useState<Record<string, string>>()
  useEffect(() => {
    const form = section.current?.closest('form')
    if (!form) return
    const readFields = () => {
      const texts = [...new FormData(form)].filter((field) => typeof field[1] === 'string')
      setFields(Object.fromEntries(texts) as Record<string, string>)
    }
    form.addEventListener('input', readFields)
    return () => form.removeEventListener('input', readFields)
  }, [])

  const { version: _version, ...stored } = shipping
  const typed = shippingSettings.safeParse(fields ? read(fields) : stored)
  return (
    <section ref={section} aria-label="Example" className="rounded-xs bg-ground p-4">
      <h2 className="font-medium">If somebody orders now</h2>
      {typed.success ? (
        <Promises settings={typed.data} shop={shop} />
      ) : (
        <p className="mt-1 text-quiet">Complete the form to see an example.</p>
      )}
    </section>
  )
}

interface PromisesProps {
  settings: Omit<AllSettings['shipping'], 'version'>
  shop: ReturnType<typeof useShop>
}

function Promises({ settings, shop }: PromisesProps) {
  const calendar = { ...settings, timeZone: shop.timeZone }
  const [now] = useState(() => new Date())
  const arrival = (days: DeliveryDays) => dayRangeText(deliveryDates(calendar, days, now), shop.locale)
  const standard = { from: settings.days_from, to: settings.days_to }
  const rows = [
    ['Standard delivery', arrival(standard)],
    ...settings.zones.flatMap(({ name, days }) => (days ? [[name, arrival(days)]] : [])),
    ...(settings.express_amount === null
      ? []
      : [['Express delivery', arrival({ from: settings.express_from, to: settings.express_to })]]),
  ]
  const { until } = deliveryDates(calendar, standard, now)
  return (
    <>
      <dl className="mt-2 grid gap-1">
        {rows.map(([name, text]) => (
          <div key={name} className="flex flex-wrap justify-between gap-x-4">
            <dt className="min-w-0 text-quiet wrap-anywhere">{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 text-sm text-quiet">
        The shop shows these dates until {formatDateTime(until.toISOString(), shop)}.
      </p>
    </>
  )
}
