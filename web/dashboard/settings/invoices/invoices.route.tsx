import { indianStates } from '#contract/orders/address/india.ts'
import {
  documentNumber,
  type NumberedDocument,
  type NumberPattern,
} from '#contract/orders/document-number.ts'
import { settingSubjects, updateInvoice } from '#contract/settings/settings.ts'
import { sellerNumberText, type SellerNumber } from '#contract/tax/seller-number.ts'
import { describeForm } from '#web/dashboard/record-form/describe-form.ts'
import { area, custom, select, text } from '#web/dashboard/record-form/fields.tsx'
import { SettingGroup } from '../setting-form.tsx'
import { NumberPatternFields } from './number-pattern-fields.tsx'
import { SellerNumberFields } from './seller-number-fields.tsx'

const states = [['', 'Not in India'], ...Object.entries(indianStates)] as const

/** `country` is that of the business. */
const describeInvoices = (country: string) =>
  describeForm(updateInvoice.input, {
    legal_name: text('Legal name', {
      hint: 'Your registered name. Defaults to the shop name.',
      required: false,
      maxLength: 200,
      autoComplete: 'organization',
    }),
    gstin: text('GSTIN (India)', {
      hint: '15 characters, e.g. 29ABCDE1234F1ZW',
      required: false,
      maxLength: 15,
      autoComplete: 'off',
      spellCheck: false,
    }),
    tax_numbers: custom<SellerNumber[], SellerNumber[]>({
      label: 'Tax numbers',
      start: (numbers = []) => numbers,
      read: ({ state }) => state,
      show: (numbers) => numbers.map(sellerNumberText).join(', '),
      control: ({ form, state, setState }) => (
        <SellerNumberFields numbers={state} country={country} errorOf={form.error} onChange={setState} />
      ),
    }),
    state: select('State', states, { required: false }),
    note: area('Note', { hint: 'Printed below the totals.', required: false, rows: 3, maxLength: 500 }),
    invoice_pattern: pattern('invoice', 'Numbers of invoices', country),
    credit_note_pattern: pattern('credit_note', 'Numbers of credit notes', country),
  })

const pattern = (kind: NumberedDocument, label: string, country: string) =>
  custom<NumberPattern | null, NumberPattern | null>({
    label,
    start: (stored = null) => stored,
    read: ({ state }) => state,
    show: (chosen) => (chosen ? documentNumber(chosen, new Date().toISOString(), 1) : 'That of the country'),
    control: ({ form, state, setState }) => (
      <NumberPatternFields
        kind={kind}
        pattern={state}
        country={country}
        errorOf={form.error}
        onChange={setState}
      />
    ),
  })

export default function InvoiceSettings() {
  return (
    <SettingGroup
      title="Invoices"
      intro="Your business details as printed on invoices. Invoices need the shop’s address (Settings › Shop) and, if you charge GST, your GSTIN; without them none is issued. Your state determines whether an order is charged CGST + SGST or IGST."
      skeleton="h-[28rem]"
      draft="invoice settings"
      subject={settingSubjects.invoice}
      endpoint={updateInvoice}
      groupOf={(settings) => settings.invoice}
      of={({ tax }) => describeInvoices(tax.country)}
    />
  )
}
