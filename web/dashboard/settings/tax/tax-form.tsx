import { countryNames } from '#contract/orders/address/country-names.ts'
import { updateTax, type AllSettings } from '#contract/settings/settings.ts'
import type { TaxRates } from '#contract/tax/tax.ts'
import { allSettings } from '#web/data/admin/settings.ts'
import { describeForm } from '#web/dashboard/record-form/describe-form.ts'
import { checkbox, select, text } from '#web/dashboard/record-form/fields.tsx'
import { SettingForm } from '../setting-form.tsx'

interface TaxFormProps {
  tax: AllSettings['tax']
  classes: TaxRates['allClasses']
}

const describeTax = (classes: TaxFormProps['classes']) =>
  describeForm(updateTax.input, {
    country: select('Country of your business', [...countryNames]),
    state: text('State of your business (USA)', {
      hint: 'Code such as CA. In India, set the state under Invoices.',
      required: false,
      maxLength: 60,
    }),
    postal: text('Postal code of your business (EU and UK)', {
      hint: 'Needed in territories with their own VAT rules, such as the Canary Islands, Livigno or Northern Ireland.',
      required: false,
      maxLength: 12,
      autoComplete: 'off',
    }),
    prices_include: checkbox('Prices include tax'),
    prices_fixed: checkbox('Same price for each destination', {
      hint: 'If not, prices that include tax change with the tax of the destination, and exports cost less.',
    }),
    default_class: select(
      'Tax class of products',
      [
        [null, 'Standard once your tax number is entered, not taxed before'],
        ['', 'None: not taxed'],
        ...classes.map(({ code, name }) => [code, name] as const),
      ],
      {
        hint: 'For products without a class or percentage of their own, in categories without a class. Your GSTIN or VAT ID is under Invoices.',
        required: false,
      },
    ),
    delivery: select('Tax on delivery', [
      ['share', 'At the rates of the items, by value'],
      ['highest', 'At the highest rate of the items'],
      ['none', 'Not taxed'],
    ]),
    rounding: select(
      'Round tax',
      [
        ['country', 'As usual in your country'],
        ['line', 'For each line'],
        ['rate', 'Once for each rate (EN 16931)'],
      ],
      {
        hint: 'Counts if prices do not include tax. In the EU and the United Kingdom, each rate is rounded once.',
      },
    ),
    registered: text<string[]>('Also registered in', {
      hint: 'Country codes, and US states such as US-CA. Other sales abroad are exports without tax.',
      required: false,
      toText: (codes) => codes.join(', '),
      fromText: (typed) =>
        typed
          .toUpperCase()
          .split(/[\s,;]+/)
          .filter(Boolean),
    }),
    eu_sales: select('Sales to other EU countries', [
      ['origin', 'Your own rates (sales below €10,000 a year)'],
      ['destination', 'The rates of the destination (One-Stop Shop)'],
    ]),
    reverse_charge: checkbox('No VAT for EU businesses abroad with a VAT number', {
      hint: 'The checkout checks format and check digit. Confirm each number in VIES before you ship.',
    }),
    us_sourcing: select('Sales in your US state are taxed at', [
      ['destination', 'The customer’s address'],
      ['origin', 'Your own address'],
    ]),
  })

/** Where the business is, how prices contain tax, and which sales are taxed where. */
export function TaxForm({ tax, classes }: TaxFormProps) {
  return (
    <SettingForm
      label="Tax"
      draft="tax settings"
      endpoint={updateTax}
      of={describeTax(classes)}
      record={tax}
      reread={async () => (await allSettings.read()).tax}
    />
  )
}
