import { Link, useLocation } from 'react-router'
import type { Address } from '#contract/account.ts'
import type { CurrentUser } from '#contract/auth.ts'
import type { Checkout } from '#contract/checkout.ts'
import { links } from '#contract/links.ts'
import { dayRange, inDays, type Clock } from '../../lib/clock.ts'
import { exactMoney, type MoneyFormat } from '../../lib/money.ts'
import { CheckboxField } from '../../ui/form/checkbox-field.tsx'
import { RadioCards } from '../../ui/form/radio-cards.tsx'
import { TextAreaField } from '../../ui/form/text-area-field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import type { FormState } from '../../ui/form/use-form.ts'
import { inlineLink } from '../account/narrow-page.tsx'
import { AddressFields } from './address-fields.tsx'
import { postal } from './checkout-body.ts'
import type { chosenAddress } from './chosen-address.ts'
import { CouponField } from './coupon-field.tsx'
import { DeliveryPart } from './delivery-part.tsx'
import { Part } from './part.tsx'
import { ReviewPart } from './review-part.tsx'
import type { CheckoutDraft } from './use-draft.ts'
import type { WantedItem } from './wanted-item.ts'

interface CheckoutPartsProps {
  user: CurrentUser | null
  item: WantedItem | undefined
  addresses: readonly Address[]
  chosen: ReturnType<typeof chosenAddress>
  draft: CheckoutDraft
  checkout: Checkout
  format: MoneyFormat & Clock
  form: FormState
}

/** The parts of the checkout in the order in which they are filled in. */
export function CheckoutParts(props: CheckoutPartsProps) {
  const { user, item, addresses, chosen, draft, checkout, format, form } = props
  const { fields, keep } = draft
  const { countries, shippingMethods, paymentMethods } = checkout
  // What is known is not asked for again.
  const known: Record<string, string | undefined> = {
    'contact.email': user?.email,
    'contact.phone': chosen.chosen?.phone,
    'shipping.fullName': user?.fullName,
    ...(chosen.chosen && prefixed(postal(chosen.chosen))),
  }
  const field = (name: string) => ({
    ...form.field(name),
    defaultValue: fields[name] ?? known[name],
  })
  const delivery =
    shippingMethods.find(({ id }) => id === fields['shippingMethod'])?.id ?? checkout.shippingMethod
  const payment = paymentMethods.find(({ id }) => id === fields['paymentMethod']) ?? paymentMethods[0]
  return (
    <>
      {!user && <SignInOffer />}
      <Part title="Contact">
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            {...field('contact.email')}
            label="Email address"
            type="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            hint="For news about your order."
          />
          <TextField
            {...field('contact.phone')}
            label="Phone"
            type="tel"
            autoComplete="tel"
            hint="Only for questions about the delivery."
          />
        </div>
      </Part>
      <DeliveryPart
        draft={draft}
        addresses={addresses}
        chosen={chosen}
        countries={countries}
        canSave={user !== null}
        field={field}
      />
      <Part title="Bill">
        <CheckboxField
          name="sameBilling"
          label="The bill goes to the same address"
          defaultChecked={fields['sameBilling'] !== 'off'}
        />
        {fields['sameBilling'] === 'off' && (
          <AddressFields
            prefix="billing"
            countries={countries}
            country={fields['billing.country'] ?? countries[0] ?? 'IN'}
            field={field}
          />
        )}
      </Part>
      <Part title="Delivery">
        <RadioCards
          legend="Delivery"
          quietLegend
          name="shippingMethod"
          value={delivery}
          error={form.field('shippingMethod').error}
          onChange={(shippingMethod) => keep({ shippingMethod })}
          options={shippingMethods.map(({ id, name, price, days }) => ({
            value: id,
            title: name,
            end: price === 0 ? 'Free' : exactMoney(price, format),
            text: `Arrives ${dayRange(inDays(days.from), inDays(days.to), format)}`,
          }))}
        />
      </Part>
      <Part title="Payment">
        {payment ? (
          <RadioCards
            legend="Payment"
            quietLegend
            name="paymentMethod"
            value={payment.id}
            error={form.field('paymentMethod').error}
            onChange={(paymentMethod) => keep({ paymentMethod })}
            options={paymentMethods.map(({ id, name, text }) => ({ value: id, title: name, text }))}
          />
        ) : (
          <p className="text-warning">
            There is no way to pay here at the moment. Please{' '}
            <Link to={links.page('contact')} className={inlineLink}>
              write to us
            </Link>
            .
          </p>
        )}
      </Part>
      <Part title="Anything else?">
        <CouponField draft={draft} checkout={checkout} error={form.field('coupon').error} format={format} />
        <TextAreaField
          {...field('note')}
          label="Note to the shop"
          required={false}
          rows={3}
          maxLength={1000}
        />
      </Part>
      <ReviewPart
        lines={checkout.lines}
        item={item}
        format={format}
        errorOf={(name) => form.field(name).error}
      />
    </>
  )
}

const prefixed = (values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`shipping.${name}`, value]))

function SignInOffer() {
  const { pathname, search } = useLocation()
  return (
    <p className="rounded-xs bg-ground px-5 py-4 sm:px-8">
      You can order without an account. If you have one,{' '}
      <Link to={links.login(pathname + search)} className={inlineLink}>
        sign in
      </Link>{' '}
      to use your addresses and find the order again.
    </p>
  )
}
