import { useState } from 'react'
import type { TaxRates } from '#contract/tax/tax.ts'
import { useTaxRate } from '#web/data/admin/tax.ts'
import { useShop } from '#web/data/shop.ts'
import { countryNames } from '#contract/orders/address/country-names.ts'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useDebounced } from '#web/lib/use-debounced.ts'

/** Which rate applies to a class, place, price and day, computed by the code that orders use. */
export function TryRate({ classes }: { classes: TaxRates['allClasses'] }) {
  const shop = useShop()
  const [query, setQuery] = useState({
    class: 'standard',
    country: 'IN',
    state: '',
    postal: '',
    price: '1000',
    day: '',
  })
  const { day, price, ...place } = useDebounced(query, 250)
  const isPrice = /^\d{1,10}(\.\d{1,3})?$/.test(price)
  const asked = isPrice ? { ...place, price, ...(day && { day }) } : null
  const { data, error } = useTaxRate(asked)
  const field = (name: keyof typeof query) => ({
    value: query[name],
    onChange: ({ target }: { target: { value: string } }) => setQuery({ ...query, [name]: target.value }),
  })
  return (
    <section aria-labelledby="try-rate" className="mt-12 max-w-2xl">
      <h2 id="try-rate" className="font-display text-xl">
        Which rate applies?
      </h2>
      <div className="mt-4 grid gap-4 sm:grid-cols-3">
        <SelectField
          label="Class"
          options={classes.map(({ code, name }) => [code, name] as const)}
          {...field('class')}
        />
        <SelectField label="Delivered to" options={[...countryNames]} {...field('country')} />
        <TextField label="State" required={false} {...field('state')} />
        <TextField label="Postal code" required={false} maxLength={12} {...field('postal')} />
        <TextField label={`Price without tax (${shop.currency})`} inputMode="decimal" {...field('price')} />
        <TextField label="Day" type="date" required={false} {...field('day')} />
      </div>
      <div aria-live="polite" className="mt-4 rounded-xs bg-ground p-4">
        {!isPrice && <p>Enter a price of 0 or more.</p>}
        {isPrice && error && <p className="text-danger">{error.message}</p>}
        {data && !error && isPrice && (
          <>
            <p className="font-medium">{data.charged.why}</p>
            {data.charged.parts.length > 1 && (
              <p className="mt-1">
                {data.charged.parts.map(({ name, rate }) => `${name} ${rate} %`).join(' + ')}
              </p>
            )}
            {data.charged.note && (
              <p className="mt-1 text-sm text-quiet">On the invoice: {data.charged.note}</p>
            )}
            {data.why !== data.charged.why && (
              <p className="mt-1 text-sm text-quiet">Rate of the place itself: {data.why}</p>
            )}
          </>
        )}
      </div>
    </section>
  )
}
