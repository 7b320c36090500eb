import type { ComponentProps } from 'react'
import { usePage } from '#web/data/page.ts'
import type { Address } from '#contract/identity/account.ts'
import type { CurrentUser } from '#contract/identity/auth.ts'
import type { Checkout } from '#contract/orders/checkout.ts'
import { BY_EMAIL } from '#contract/orders/delivery/by-email.ts'
import { links } from '#contract/links.ts'
import { useShop } from '#web/data/shop.ts'
import type { DateFormat } from '#web/lib/format/dates.ts'
import { exactMoney, type MoneyFormat } from '#web/lib/format/money.ts'
import { AddressFields } from '#web/address/address-fields.tsx'
import { EmailField, PhoneField } from '#web/address/contact-fields.tsx'
import { stateAnswerName } from '#web/address/state-answer.ts'
import { RadioCards } from '#web/ui/form/radio-cards.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import type { FormState } from '#web/ui/form/use-form.ts'
import { inlineLink } from '#web/storefront/account/narrow-page.tsx'
import { postalAddress } from '../checkout-body.ts'
import type { AddressPrefix, selectAddress } from '../checkout-body.ts'
import { CreditFields } from '../credit/credit-fields.tsx'
import { GiftFields } from '../credit/gift-fields.tsx'
import { BillingSection } from './billing-section.tsx'
import { Folded } from './folded.tsx'
import { DeliverySection } from './delivery-section.tsx'
import { CheckoutSection } from './checkout-section.tsx'
import { DepositChoice } from './deposit-choice.tsx'
import type { CheckoutDraft } from '../use-draft.ts'

interface CheckoutSectionsProps {
  user: CurrentUser | null
  addresses: readonly Address[]
  selected: ReturnType<typeof selectAddress>
  draft: CheckoutDraft
  checkout: Checkout
  format: MoneyFormat & DateFormat
  form: FormState
}

/** The sections of the checkout form. */
export function CheckoutSections(props: CheckoutSectionsProps) {
  const { user, addresses, selected, draft, checkout, format, form } = props
  const { fields, update } = draft
  const { countries, countrynames, shippingMethods, paymentMethods } = checkout
  const { sendsEmail } = useShop()
  // Known values are filled in.
  const known: Record<string, string | undefined> = {
    'contact.email': user?.email,
    'contact.phone': selected.chosen?.phone,
    'shipping.fullName': user?.fullName,
    ...(selected.chosen && withShippingPrefix(postalAddress(selected.chosen))),
  }
  const field = (name: string) => ({
    ...form.field(name),
    defaultValue: fields[name] ?? known[name],
  })
  const offered = countries.map((code, index) => [code, countrynames[index] ?? code] as const)
  function fieldsOf(prefix: AddressPrefix, country: string) {
    const confirmedState = stateAnswerName(`${prefix}.`)
    return (
      <AddressFields
        country={country}
        countries={offered}
        field={(name) => field(`${prefix}.${name}`)}
        autoComplete={prefix}
        // Without a script the server gives the answer with its refusal.
        confirmedState={form.field(confirmedState).defaultValue ?? fields[confirmedState]}
      />
    )
  }
  const delivery =
    shippingMethods.find(({ id }) => id === fields['shippingMethod'])?.id ?? checkout.shippingMethod
  const payment = paymentMethods.find(({ id }) => id === fields['paymentMethod']) ?? paymentMethods[0]
  return (
    <>
      {!user && <SignInHint />}
      <CheckoutSection title="Contact">
        <div className="grid gap-5 sm:grid-cols-2">
          <EmailField
            {...field('contact.email')}
            hint={
              sendsEmail ? 'We’ll send order updates here.' : 'In case we have a question about your order.'
            }
          />
          <PhoneField {...field('contact.phone')} hint="In case the courier needs to reach you." />
        </div>
      </CheckoutSection>
      <DeliverySection
        draft={draft}
        addresses={addresses}
        selected={selected}
        countries={countries}
        canSave={user !== null}
        fieldsOf={fieldsOf}
      />
      <CheckoutSection title="Delivery">
        <Choice
          legend="Delivery"
          name="shippingMethod"
          value={delivery}
          error={form.field('shippingMethod').error}
          onChange={(shippingMethod) => update({ shippingMethod })}
          options={shippingMethods.map(({ id, name, price, arrival }) => ({
            value: id,
            title: name,
            end: price === 0 ? 'Free' : exactMoney(price, format),
            text: id === BY_EMAIL ? 'We send it once your payment arrives.' : `Arrives ${arrival.text}`,
          }))}
        />
      </CheckoutSection>
      <CheckoutSection title="Payment">
        {/* Credit does not buy credit. What was entered before can be removed. */}
        {(!checkout.sellsGiftCards || checkout.credit.problem !== null) && (
          <CreditFields draft={draft} checkout={checkout} form={form} format={format} />
        )}
        <div className="group/payment">
          {payment ? (
            <Choice
              legend="Payment"
              name="paymentMethod"
              value={payment.id}
              error={form.field('paymentMethod').error}
              onChange={(paymentMethod) => update({ paymentMethod })}
              options={paymentMethods.map(({ id, name, text, fee }) => ({
                value: id,
                title: name,
                text,
                end: fee > 0 ? `+ ${exactMoney(fee, format)}` : undefined,
              }))}
            />
          ) : (
            <p className="text-warning">
              None of our payment methods can be used for this order. Please{' '}
              <a href={links.page('contact')} className={inlineLink}>
                contact us
              </a>
              .
            </p>
          )}
          {checkout.deposit && checkout.deposit.methods.length > 1 && (
            <DepositChoice
              deposit={checkout.deposit}
              value={fields['depositMethod']}
              onChange={(depositMethod) => update({ depositMethod })}
              error={form.field('depositMethod').error}
              format={format}
            />
          )}
        </div>
        {checkout.cashProblem && <p className="text-sm text-quiet">{checkout.cashProblem}.</p>}
      </CheckoutSection>
      <BillingSection
        fields={fields}
        countries={countries}
        country={selected.chosen?.country}
        field={field}
        fieldsOf={fieldsOf}
      />
      {checkout.sellsGiftCards && <GiftFields field={field} fields={fields} />}
      <Folded title="Add an order note" isFilled={Boolean(fields['note'])} error={form.field('note').error}>
        <TextAreaField {...field('note')} label="Order note" required={false} rows={3} maxLength={1000} />
      </Folded>
    </>
  )
}

const withShippingPrefix = (values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`shipping.${name}`, value]))

function SignInHint() {
  const { pathname, search } = usePage()
  return (
    <p className="rounded-xs bg-ground px-5 py-4 sm:px-8">
      Checking out as a guest. Have an account?{' '}
      <a href={links.login(pathname + search)} className={inlineLink}>
        Sign in
      </a>{' '}
      to use saved addresses.
    </p>
  )
}

type ChoiceProps = Omit<ComponentProps<typeof RadioCards>, 'quietLegend'>

/** A choice below a heading that names it. A single option is text: there is nothing to choose. */
function Choice(props: ChoiceProps) {
  const { name, options, error } = props
  const [only, ...others] = options
  if (!only || others.length > 0) return <RadioCards {...props} quietLegend />
  const { value, title, text, end } = only
  return (
    <div>
      <input type="hidden" name={name} value={value} />
      <p className="flex flex-wrap justify-between gap-x-4">
        <span className="font-medium wrap-anywhere">{title}</span>
        {end && <span className="tabular">{end}</span>}
      </p>
      {text && <p className="mt-0.5 text-quiet wrap-anywhere">{text}</p>}
      {error && (
        <p data-form-error tabIndex={-1} className="mt-1.5 text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </div>
  )
}
