import { useEffectEvent, useLayoutEffect } from 'react'
import { useAddressFormats } from '#web/data/address-format.ts'
import { useShop } from '#web/data/shop.ts'
import { useAnnouncedTotal } from '../totals/use-announced-total.ts'
import { ExpressPlace } from '../express/express-place.tsx'
import { expressSource, selectAddress } from './checkout-body.ts'
import { CheckoutSections } from './sections/checkout-sections.tsx'
import { CheckoutSummary, TotalBar } from './summary/checkout-summary.tsx'
import { useCheckoutForm, type CheckoutFormProps } from './use-checkout-form.ts'

/** The checkout form: the sections, and beside them what is ordered with its total and the button. */
export function CheckoutForm(props: CheckoutFormProps) {
  const { user, item, addresses, draft, checkout, busy, error, refresh, formKey } = props
  const format = useShop()
  useAddressFormats(addresses.map(({ country }) => country))
  const selected = selectAddress(addresses, draft.fields, checkout.countries)
  const { form, changes } = useCheckoutForm(props, selected)
  const { announcement } = useAnnouncedTotal(checkout.summary.total, busy)
  const adopt = useEffectEvent(() => form.ref.current && draft.adopt(form.ref.current))
  useLayoutEffect(() => void adopt(), [])
  const order = { checkout, busy, form, format }
  const source = expressSource(draft.fields, { checkout, item, session: props.session })

  return (
    <form
      {...form.props}
      onInput={(event) => {
        form.props.onInput?.(event)
        draft.updateFromForm(event.currentTarget)
      }}
      aria-label="Checkout"
      className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_26rem] lg:items-start lg:gap-12"
    >
      {formKey && <input type="hidden" name="key" value={formKey} />}
      <input type="hidden" name="expectedTotal" value={checkout.summary.total} />
      {checkout.deposit && <input type="hidden" name="expectedDeposit" value={checkout.deposit.amount} />}
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <div className="grid min-w-0 gap-5">
        <ExpressPlace source={busy ? undefined : source} title="Express checkout" className="min-h-19" />
        <CheckoutSections
          user={user}
          addresses={addresses}
          selected={selected}
          draft={draft}
          checkout={checkout}
          format={format}
          form={form}
        />
      </div>
      <CheckoutSummary
        {...order}
        item={item}
        draft={draft}
        changes={changes}
        error={error}
        onRetry={() => void refresh()}
      />
      <TotalBar {...order} />
    </form>
  )
}
