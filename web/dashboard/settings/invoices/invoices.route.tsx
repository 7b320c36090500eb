import { useState } from 'react'
import { documentNumber, numberedDocuments, type NumberPattern } from '#contract/orders/document-number.ts'
import { indianStates } from '#contract/orders/address/india.ts'
import {
  invoiceSettings,
  settingSubjects,
  updateInvoice,
  type AllSettings,
} from '#contract/settings/settings.ts'
import { sellerNumberText } from '#contract/tax/seller-number.ts'
import { readSettings, useSettings, useSettingUpdate } from '#web/data/admin/settings.ts'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { RecordForm } from '#web/dashboard/record-form/record-form.tsx'
import { SellerNumberFields } from './seller-number-fields.tsx'
import { NumberPatternFields } from './number-pattern-fields.tsx'
import { SettingPage } from '../setting-page.tsx'

export default function InvoiceSettingsPage() {
  const query = useSettings()
  return (
    <SettingPage
      title="Invoices"
      intro="Your business details as printed on invoices. Invoices need the shop’s address (Settings › Shop) and, if you charge GST, your GSTIN; without them none is issued. Your state determines whether an order is charged CGST + SGST or IGST."
      skeleton="h-[28rem]"
      subject={settingSubjects.invoice}
      query={query}
      versionOf={({ invoice }) => invoice.version}
    >
      {({ invoice, tax }) => <InvoiceForm invoice={invoice} country={tax.country} />}
    </SettingPage>
  )
}

const states = new Map(Object.entries(indianStates))

const patternText = (pattern: NumberPattern | null) =>
  pattern ? documentNumber(pattern, new Date().toISOString(), 1) : 'That of the country'

interface InvoiceFormProps {
  invoice: AllSettings['invoice']
  /** The country of the business. */
  country: string
}

function InvoiceForm({ invoice, country }: InvoiceFormProps) {
  const update = useSettingUpdate(updateInvoice)
  const [own, setOwn] = useState({
    invoice_pattern: invoice.invoice_pattern,
    credit_note_pattern: invoice.credit_note_pattern,
    tax_numbers: invoice.tax_numbers,
  })
  return (
    <RecordForm
      label="Invoices"
      draft="invoice settings"
      state={{ value: own, restore: (value) => setOwn(value as typeof own) }}
      action="Save"
      className="max-w-2xl"
      schema={invoiceSettings}
      read={(fields) => ({ ...fields, ...own })}
      record={invoice}
      parts={[
        { name: 'Legal name', fields: ['legal_name'] },
        { name: 'GSTIN', fields: ['gstin'] },
        {
          name: 'Tax numbers',
          fields: ['tax_numbers'],
          text: (input) => input.tax_numbers.map(sellerNumberText).join(', '),
        },
        { name: 'State', fields: ['state'], text: ({ state }) => states.get(state) ?? state },
        { name: 'Note', fields: ['note'] },
        {
          name: 'Numbers of invoices',
          fields: ['invoice_pattern'],
          text: (input) => patternText(input.invoice_pattern),
        },
        {
          name: 'Numbers of credit notes',
          fields: ['credit_note_pattern'],
          text: (input) => patternText(input.credit_note_pattern),
        },
      ]}
      reread={async () => (await readSettings()).invoice}
      update={(input, { version }) => update.mutateAsync({ ...input, version })}
    >
      {(form) => (
        <>
          <TextField
            {...form.field('legal_name')}
            label="Legal name"
            hint="Your registered name. Defaults to the shop name."
            required={false}
            maxLength={200}
            autoComplete="organization"
            defaultValue={invoice.legal_name}
          />
          <TextField
            {...form.field('gstin')}
            label="GSTIN (India)"
            hint="15 characters, e.g. 29ABCDE1234F1ZW"
            required={false}
            maxLength={15}
            autoComplete="off"
            spellCheck={false}
            defaultValue={invoice.gstin}
          />
          <SellerNumberFields
            numbers={own.tax_numbers}
            country={country}
            errorOf={(field) => form.error(field)}
            onChange={(numbers) => {
              setOwn({ ...own, tax_numbers: numbers })
              form.markDirty()
            }}
          />
          <SelectField
            {...form.field('state')}
            label="State"
            required={false}
            options={[['', 'Not in India'], ...Object.entries(indianStates)]}
            defaultValue={invoice.state}
          />
          <TextAreaField
            {...form.field('note')}
            label="Note"
            hint="Printed below the totals."
            required={false}
            rows={3}
            maxLength={500}
            defaultValue={invoice.note}
          />
          {numberedDocuments.map((kind) => (
            <NumberPatternFields
              key={kind}
              kind={kind}
              pattern={own[`${kind}_pattern`]}
              country={country}
              errorOf={(field) => form.error(field)}
              onChange={(pattern) => {
                setOwn({ ...own, [`${kind}_pattern`]: pattern })
                form.markDirty()
              }}
            />
          ))}
        </>
      )}
    </RecordForm>
  )
}
