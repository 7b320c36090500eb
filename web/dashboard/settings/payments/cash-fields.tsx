import { pastedPostalCodes, updateCash } from '#contract/settings/cash-settings.ts'
import type { AllSettings } from '#contract/settings/settings.ts'
import { ProductChoice } from '#web/dashboard/coupons/coupon-items.tsx'
import { checkboxes } from '#web/dashboard/record-form/checkboxes.tsx'
import { describeForm } from '#web/dashboard/record-form/describe-form.ts'
import { area, checkbox, chosen, decimal, number, select } from '#web/dashboard/record-form/fields.tsx'

/** The products that the form has met, by their ids. */
export type KnownProducts = Map<number, AllSettings['cashProducts'][number]>
type Categories = readonly { id: number; productcategoryname: string }[]

/** A list of postal codes, which is typed or pasted with any separators. */
const codes = (label: string, hint: string) =>
  area<string[]>(label, {
    hint,
    required: false,
    rows: 3,
    spellCheck: false,
    toText: (list) => list.join(', '),
    fromText: pastedPostalCodes,
    show: (list) => list.join(', '),
  })

/** Describes the form of cash on delivery. `known`: the products that it has met. */
export const describeCash = (currency: string, categories: Categories, known: KnownProducts) =>
  describeForm(updateCash.input, {
    cod: checkbox('Cash on delivery'),
    cod_fee: decimal(`Fee (${currency})`, {
      hint: 'Added to the delivery and taxed as it is. Shoppers see what paying now saves. Leave empty for none.',
      empty: 0,
    }),
    cod_min: decimal(`From an order total of (${currency})`, {
      hint: 'Leave empty for no minimum.',
      empty: null,
    }),
    cod_max: decimal(`Up to an order total of (${currency})`, {
      hint: 'Leave empty for no limit. Zones under Shipping can turn cash off, too.',
      empty: null,
    }),
    cod_allowed_codes: codes(
      'Only these postal codes',
      'Paste codes or prefixes such as 560*. Leave empty for all postal codes.',
    ),
    cod_refused_codes: codes('Not these postal codes', 'Codes or prefixes without cash on delivery.'),
    cod_excluded_categories: checkboxes(
      'Categories that are not sold for cash, with their subcategories',
      categories.map(({ id, productcategoryname }) => ({ value: id, name: productcategoryname })),
    ),
    cod_excluded_products: chosen('Products that are not sold for cash', known, {
      isUnordered: true,
      control: (control) => (
        <div>
          <p className="mb-1.5 font-medium">Products that are not sold for cash</p>
          <ProductChoice {...control} />
        </div>
      ),
    }),
    cod_confirm: select(
      'Customers confirm by a link',
      [
        ['off', 'Never: a cash order counts at once'],
        ['risky', 'Only risky orders'],
        ['all', 'All cash orders'],
      ],
      {
        hint: 'Until the customer presses the button behind the emailed link, the order is “to confirm”: its stock is held, and it cannot be packed. You can confirm it yourself.',
      },
    ),
    cod_confirm_hours: number('Hours to confirm', {
      hint: 'Then the order is cancelled, and its stock is back on sale.',
    }),
    cod_deposit: select(
      'Deposit',
      [
        ['off', 'None: all is paid on delivery'],
        ['percent', 'A part of the total'],
        ['amount', 'A fixed amount'],
      ],
      {
        hint: 'Shoppers pay it online when they order, and the rest on delivery. The order is confirmed once the deposit arrives, without a link. A cancelled order gets it back.',
      },
    ),
    cod_deposit_percent: number('Deposit, as a part of the total (%)', {
      hint: 'Used for “A part of the total”.',
    }),
    cod_deposit_amount: decimal(`Deposit, as a fixed amount (${currency})`, {
      hint: 'Used for “A fixed amount”. An order that costs less is paid in full.',
      empty: 0,
    }),
    cod_deposit_from: decimal(`Deposit from an order total of (${currency})`, {
      hint: 'Leave empty to ask for it with every cash order.',
      empty: null,
    }),
  })

/** The part of the settings that the form edits. */
export function cashOf({ payment, cashProducts }: AllSettings, known: KnownProducts) {
  for (const product of cashProducts) known.set(product.id, product)
  const {
    order: _order,
    bank_transfer: _transfer,
    bank_details: _details,
    upi: _upi,
    upi_id: _upiId,
    ...cash
  } = payment
  return cash
}
