import { useRef } from 'react'
import { countryName } from '#contract/orders/address/country-names.ts'
import { findState } from '#contract/orders/address/address-format.ts'
import type { OrderDraft } from '#contract/orders/manual-order.ts'
import type { OrderCustomer, ManualQuote } from '#contract/orders/manual-quote.ts'
import { useOrderCustomers } from '#web/data/admin/manual-orders.ts'
import { useShop } from '#web/data/shop.ts'
import { money } from '#web/lib/format/money.ts'
import { AddressFields, type AddressFieldName } from '#web/address/address-fields.tsx'
import { CompanyFields } from '#web/address/company-fields.tsx'
import { PhoneField } from '#web/address/contact-fields.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { fillFields } from '#web/ui/form/draft/draft-fields.ts'
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx'
import { RadioCards } from '#web/ui/form/radio-cards.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import type { FormState } from '#web/ui/form/use-form.ts'
import { Panel } from '#web/dashboard/panel.tsx'
import { handoverOptions, type Handover } from './handover.ts'
import { Finder } from './finder.tsx'
import type { Fields } from './order-input.ts'

interface CustomerPanelProps {
  form: FormState
  fields: Fields
  quote: ManualQuote | undefined
  handover: Handover
  onHandover(handover: string): void
  shippingMethods: ManualQuote['shippingMethods']
  shippingMethod: string
  onShippingMethod(id: string): void
  draft: OrderDraft | undefined
}

/** The customer and the delivery address: found among earlier ones, or typed. */
export function CustomerPanel(props: CustomerPanelProps) {
  const { form, fields, quote, handover, shippingMethods, shippingMethod, draft } = props
  const { countries = [] } = quote ?? {}
  const isDelivered = handover === 'delivery'
  const { contact, shipping, billing } = draft?.request ?? {}
  const hasAddress = isDelivered || (fields['invoiceAddress'] ?? (shipping ? 'on' : '')) === 'on'
  const format = useShop()
  const first = useRef<HTMLInputElement>(null)
  const country = fields['shipping.country'] ?? shipping?.country ?? countries[0] ?? ''
  const address = (name: AddressFieldName) => ({
    ...form.field(`shipping.${name}`),
    defaultValue: shipping?.[name],
  })
  const company = (name: 'company' | 'taxId') => ({
    ...form.field(`billing.${name}`),
    defaultValue: billing?.[name] || shipping?.[name],
  })

  function fillIn({ name, email, phone, address: known }: OrderCustomer) {
    const { current } = form.ref
    if (!current) return
    const { state = '', ...place } = known ?? {}
    const texts = {
      ...place,
      fullName: known?.fullName || name,
      state: findState(known?.country ?? country, state) ?? state,
    }
    const entries = Object.entries(texts).map(([field, text]) => [`shipping.${field}`, text] as const)
    fillFields(current, {
      'contact.name': texts.fullName,
      'contact.email': email,
      'contact.phone': phone,
      ...Object.fromEntries(entries),
    })
    first.current?.focus()
  }

  return (
    <Panel title="Customer and delivery">
      <div className="mb-5">
        <RadioCards
          legend="How does the customer get the items?"
          name="handover"
          value={handover}
          onChange={props.onHandover}
          error={form.error('handedOver')}
          options={draft ? handoverOptions.filter(({ value }) => value !== 'counter') : handoverOptions}
        />
      </div>
      <Finder
        label="Find a customer"
        hint="By name, email or phone. Fills in the fields below."
        useSearch={useOrderCustomers}
        keyOf={({ email, phone }) => email || phone}
        onPick={fillIn}
      >
        {({ name, email, phone, address: known }) => (
          <span className="block wrap-anywhere">
            {name}
            <span className="block text-sm text-quiet">
              {[email, phone, known?.city].filter(Boolean).join(' · ')}
            </span>
          </span>
        )}
      </Finder>
      <div className="mt-5 grid items-start gap-5 sm:grid-cols-2">
        <div hidden={isDelivered} className="sm:col-span-2">
          <TextField
            {...form.field('contact.name')}
            label="Name"
            hint={handover === 'counter' ? 'Empty for a customer who leaves none.' : undefined}
            required={false}
            maxLength={200}
            autoComplete="off"
            defaultValue={contact?.name}
          />
        </div>
        <PhoneField
          {...form.field('contact.phone')}
          required={isDelivered}
          autoComplete="off"
          ref={first}
          defaultValue={contact?.phone}
        />
        <TextField
          {...form.field('contact.email')}
          label="Email"
          hint="Without one, print the invoice or send the link of the order."
          type="email"
          required={false}
          autoComplete="off"
          defaultValue={contact?.email}
        />
      </div>
      {!isDelivered && (
        <div className="mt-5">
          <CheckboxField
            name="invoiceAddress"
            label="Address and company on the invoice"
            defaultChecked={Boolean(shipping)}
          />
        </div>
      )}
      {/* What is typed stays while another way is chosen. */}
      <div className="mt-5" hidden={!hasAddress}>
        {country === '' ? (
          // Which fields there are depends on the country. What a draft has typed waits for it.
          <Skeleton className="h-96" />
        ) : (
          <AddressFields
            country={country}
            countries={countries.map((code) => [code, countryName(code)] as const)}
            field={address}
            autoComplete="off"
          />
        )}
      </div>
      <details
        className="mt-5"
        hidden={!hasAddress}
        open={Boolean(billing?.company || billing?.taxId) || undefined}
      >
        <summary className="w-fit cursor-pointer py-1 underline underline-offset-4 hover:decoration-2">
          Company on the invoice
        </summary>
        <div className="mt-3">
          <CompanyFields country={country} field={company} autoComplete="off" />
        </div>
      </details>
      {isDelivered && (
        <div className="mt-5">
          <RadioCards
            legend="Delivery"
            name="shippingMethod"
            value={shippingMethod}
            onChange={props.onShippingMethod}
            error={form.error('shippingMethod')}
            options={shippingMethods.map(({ id, name, price, arrival }) => ({
              value: id,
              title: name,
              text: arrival,
              end: price === 0 ? 'Free' : money(price, format),
            }))}
          />
        </div>
      )}
      <TextAreaField
        {...form.field('note')}
        label="Note"
        hint="The customer sees it with the order."
        required={false}
        rows={3}
        maxLength={1000}
        defaultValue={draft?.request.note ?? ''}
        className="mt-5"
      />
    </Panel>
  )
}
