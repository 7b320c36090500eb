import { settingSubjects, updatePayment } from '#contract/settings/settings.ts'
import { useShop } from '#web/data/shop.ts'
import { describeForm, notEdited } from '../record-form/describe-form.ts'
import { area, checkbox, decimal, text } from '../record-form/fields.tsx'
import { SettingGroup } from './setting-form.tsx'

const describePayment = (currency: string) =>
  describeForm(updatePayment.input, {
    cod: checkbox('Cash on delivery'),
    cod_max: decimal(`Cash on delivery up to (${currency})`, {
      hint: 'Order total. Leave empty for no limit. Zones under Shipping can turn cash off.',
      empty: null,
    }),
    bank_transfer: checkbox('Bank transfer'),
    bank_details: area('Bank details', {
      hint: 'Shown to customers who pay by bank transfer: account number, bank, IFSC, reference.',
      required: false,
    }),
    upi: currency === 'INR' ? checkbox('UPI') : notEdited,
    upi_id:
      currency === 'INR'
        ? text('UPI ID', {
            hint: 'Customers pay by QR code or UPI app, without fees. You confirm each payment in the order.',
            autoComplete: 'off',
            required: false,
          })
        : notEdited,
  })

export default function PaymentSettings() {
  const payment = describePayment(useShop().currency)
  return (
    <SettingGroup
      title="Payment"
      intro="Choose how customers can pay. Changes apply to the checkout right away."
      skeleton="h-72"
      draft="payment settings"
      subject={settingSubjects.payment}
      endpoint={updatePayment}
      groupOf={(settings) => settings.payment}
      of={() => payment}
    >
      {({ place }, { onlinePayments }) => (
        <>
          <OnlinePayments names={onlinePayments} />
          {payment.names.map(place)}
        </>
      )}
    </SettingGroup>
  )
}

/** Card payments are set up where the shop runs, so this form only says whether the checkout offers them. */
function OnlinePayments({ names }: { names: readonly string[] }) {
  return (
    <p className="max-w-[65ch]">
      {names.length > 0
        ? `Online payments are on: ${names.join(', ')}. To stop offering them, remove the Stripe keys and restart the shop.`
        : 'Card payments are off. To accept cards through Stripe, set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET and restart the shop.'}
    </p>
  )
}
