import { useState } from 'react'
import { updateCash } from '#contract/settings/cash-settings.ts'
import { settingSubjects, updatePayment, type AllSettings } from '#contract/settings/settings.ts'
import { allSettings } from '#web/data/admin/settings.ts'
import { paymentAccounts } from '#web/data/admin/payment-accounts.ts'
import { useCategoryChoices } from '#web/data/admin/catalog/catalog-choices.ts'
import { useShop } from '#web/data/shop.ts'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Refilled } from '#web/ui/form/refilled.tsx'
import { RecordTabs } from '#web/dashboard/activity-log/record-tabs.tsx'
import { DashboardPage } from '#web/dashboard/dashboard-page.tsx'
import { describeForm, notEdited } from '#web/dashboard/record-form/describe-form.ts'
import { area, checkbox, select, text } from '#web/dashboard/record-form/fields.tsx'
import { SettingForm } from '../setting-form.tsx'
import { SettingIntro } from '../setting-intro.tsx'
import { cashOf, describeCash, type KnownProducts } from './cash-fields.tsx'
import { WaysPanel } from './ways-panel.tsx'

const describePayment = (currency: string) =>
  describeForm(updatePayment.input, {
    take_money: select(
      'Payment providers take the money',
      [
        ['order', 'When the order is placed'],
        ['shipping', 'When it ships'],
      ],
      {
        hint: 'When it ships: Stripe, PayPal and Mollie only reserve the money until then, where the way to pay can. A reserve ends after about a week, at PayPal after 29 days, of which it guarantees three. Razorpay takes the money at once.',
      },
    ),
    cod: notEdited,
    cod_max: notEdited,
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

/** How shoppers pay: the providers that take payments, and the methods of the shop itself. */
export default function PaymentSettings() {
  const { currency } = useShop()
  const payment = describePayment(currency)
  const [products] = useState<KnownProducts>(() => new Map())
  const settings = allSettings.useData()
  const accounts = paymentAccounts.useData()
  const categories = useCategoryChoices()
  return (
    <DashboardPage title="Payments">
      <Loaded
        query={settings.data === undefined ? { ...settings, data: undefined } : accounts}
        skeleton={<Skeleton className="h-screen" />}
      >
        {(known) =>
          settings.data && (
            <>
              <div className="max-w-3xl">
                <WaysPanel settings={settings.data} accounts={known} />
              </div>
              <RecordTabs label="Payments" {...settingSubjects.payment}>
                <h2 className="mt-8 font-display text-xl">Cash on delivery</h2>
                <SettingIntro>
                  Who can pay the courier, what it costs, and which orders wait for a confirmation.
                </SettingIntro>
                <Refilled version={settings.data.payment.version}>
                  <Loaded query={categories} skeleton={<Skeleton className="h-96" />}>
                    {(choices) =>
                      settings.data && (
                        <SettingForm
                          label="Cash on delivery"
                          draft="cash on delivery settings"
                          endpoint={updateCash}
                          of={describeCash(currency, choices, products)}
                          record={cashOf(settings.data, products)}
                          reread={async () => cashOf(await allSettings.read(), products)}
                        />
                      )
                    }
                  </Loaded>
                </Refilled>
                <h2 className="mt-8 font-display text-xl">Providers, bank transfer and UPI</h2>
                <SettingIntro>Changes apply to the checkout right away.</SettingIntro>
                <Refilled version={settings.data.payment.version}>
                  <SettingForm
                    label="Payments"
                    draft="payment settings"
                    endpoint={updatePayment}
                    of={payment}
                    record={groupOf(settings.data)}
                    reread={async () => groupOf(await allSettings.read())}
                  />
                </Refilled>
              </RecordTabs>
            </>
          )
        }
      </Loaded>
    </DashboardPage>
  )
}

/** The part of the settings that the second form edits. */
const groupOf = ({
  payment: { take_money, bank_transfer, bank_details, upi, upi_id, version },
}: AllSettings) => ({ take_money, bank_transfer, bank_details, upi, upi_id, version })
