import { updateTax, type AllSettings } from '#contract/settings/settings.ts'
import { taxSettings } from '#contract/tax/tax-settings.ts'
import type { TaxRates } from '#contract/tax/tax.ts'
import { readSettings, useSettingUpdate } from '#web/data/admin/settings.ts'
import { countryName, countryNames } from '#contract/orders/address/country-names.ts'
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { RecordForm } from '#web/dashboard/record-form/record-form.tsx'

/** Staff have not chosen a class; no class has this code. */
const UNCHOSEN = '*'

const deliveryTaxes = [
  ['share', 'At the rates of the items, by value'],
  ['highest', 'At the highest rate of the items'],
  ['none', 'Not taxed'],
] as const
const roundings = [
  ['country', 'As usual in your country'],
  ['line', 'For each line'],
  ['rate', 'Once for each rate (EN 16931)'],
] as const
const euSales = [
  ['origin', 'Your own rates (sales below €10,000 a year)'],
  ['destination', 'The rates of the destination (One-Stop Shop)'],
] as const
const usSourcing = [
  ['destination', 'The customer’s address'],
  ['origin', 'Your own address'],
] as const

const nameOf = (options: readonly (readonly [string, string])[], value: string) =>
  options.find(([code]) => code === value)?.[1] ?? value

/** Codes as typed: `GB, US-CA`. */
const codesOf = (text = '') =>
  text
    .toUpperCase()
    .split(/[\s,;]+/)
    .filter(Boolean)

interface TaxFormProps {
  tax: AllSettings['tax']
  classes: TaxRates['allClasses']
}

/** Where the business is, how prices contain tax, and which sales are taxed where. */
export function TaxForm({ tax, classes }: TaxFormProps) {
  const update = useSettingUpdate(updateTax)
  const classNames = [
    [UNCHOSEN, 'Standard once your tax number is entered, not taxed before'],
    ['', 'None: not taxed'],
    ...classes.map(({ code, name }) => [code, name] as const),
  ] as const
  return (
    <RecordForm
      label="Tax"
      draft="tax settings"
      action="Save"
      className="max-w-2xl"
      schema={taxSettings}
      read={(fields) => ({
        ...fields,
        default_class: fields['default_class'] === UNCHOSEN ? null : fields['default_class'],
        prices_include: fields['prices_include'] === 'on',
        prices_fixed: fields['prices_fixed'] === 'on',
        reverse_charge: fields['reverse_charge'] === 'on',
        registered: codesOf(fields['registered']),
      })}
      record={tax}
      parts={[
        { name: 'Country', fields: ['country'], text: ({ country }) => countryName(country) },
        { name: 'State', fields: ['state'] },
        { name: 'Postal code', fields: ['postal'] },
        { name: 'Prices include tax', fields: ['prices_include'] },
        { name: 'Same price for each destination', fields: ['prices_fixed'] },
        {
          name: 'Tax class of products',
          fields: ['default_class'],
          text: (input) => nameOf(classNames, input.default_class ?? UNCHOSEN),
        },
        {
          name: 'Tax on delivery',
          fields: ['delivery'],
          text: (input) => nameOf(deliveryTaxes, input.delivery),
        },
        { name: 'Rounding', fields: ['rounding'], text: (input) => nameOf(roundings, input.rounding) },
        {
          name: 'Also registered in',
          fields: ['registered'],
          text: (input) => input.registered.join(', '),
        },
        {
          name: 'Sales to other EU countries',
          fields: ['eu_sales'],
          text: (input) => nameOf(euSales, input.eu_sales),
        },
        { name: 'Reverse charge', fields: ['reverse_charge'] },
        {
          name: 'Sales in your US state',
          fields: ['us_sourcing'],
          text: (input) => nameOf(usSourcing, input.us_sourcing),
        },
      ]}
      reread={async () => (await readSettings()).tax}
      update={(input, { version }) => update.mutateAsync({ ...input, version })}
    >
      {(form) => (
        <>
          <SelectField
            {...form.field('country')}
            label="Country of your business"
            options={[...countryNames]}
            defaultValue={tax.country}
          />
          <TextField
            {...form.field('state')}
            label="State of your business (USA)"
            hint="Code such as CA. In India, set the state under Invoices."
            required={false}
            maxLength={60}
            defaultValue={tax.state}
          />
          <TextField
            {...form.field('postal')}
            label="Postal code of your business (EU and UK)"
            hint="Needed in territories with their own VAT rules, such as the Canary Islands, Livigno or Northern Ireland."
            required={false}
            maxLength={12}
            autoComplete="off"
            defaultValue={tax.postal}
          />
          <CheckboxField
            name="prices_include"
            label="Prices include tax"
            defaultChecked={tax.prices_include}
          />
          <CheckboxField
            name="prices_fixed"
            label="Same price for each destination"
            defaultChecked={tax.prices_fixed}
          />
          <p className="-mt-3 text-sm text-quiet">
            If not, prices that include tax change with the tax of the destination, and exports cost less.
          </p>
          <SelectField
            {...form.field('default_class')}
            label="Tax class of products"
            required={false}
            options={classNames}
            defaultValue={tax.default_class ?? UNCHOSEN}
          />
          <p className="-mt-3 text-sm text-quiet">
            For products without a class or percentage of their own, in categories without a class. Your GSTIN
            or VAT ID is under Invoices.
          </p>
          <SelectField
            {...form.field('delivery')}
            label="Tax on delivery"
            options={deliveryTaxes}
            defaultValue={tax.delivery}
          />
          <SelectField
            {...form.field('rounding')}
            label="Round tax"
            options={roundings}
            defaultValue={tax.rounding}
          />
          <p className="-mt-3 text-sm text-quiet">
            Counts if prices do not include tax. In the EU and the United Kingdom, each rate is rounded once.
          </p>
          <TextField
            {...form.field('registered')}
            label="Also registered in"
            hint="Country codes, and US states such as US-CA. Other sales abroad are exports without tax."
            required={false}
            error={form.error('registered') ?? form.error('registered.0')}
            defaultValue={tax.registered.join(', ')}
          />
          <SelectField
            {...form.field('eu_sales')}
            label="Sales to other EU countries"
            options={euSales}
            defaultValue={tax.eu_sales}
          />
          <CheckboxField
            name="reverse_charge"
            label="No VAT for EU businesses abroad with a VAT number"
            defaultChecked={tax.reverse_charge}
          />
          <p className="-mt-3 text-sm text-quiet">
            The checkout checks format and check digit. Confirm each number in VIES before you ship.
          </p>
          <SelectField
            {...form.field('us_sourcing')}
            label="Sales in your US state are taxed at"
            options={usSourcing}
            defaultValue={tax.us_sourcing}
          />
        </>
      )}
    </RecordForm>
  )
}
