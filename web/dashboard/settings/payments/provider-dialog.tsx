import type { ComponentType } from 'react'
import type { PaymentAccount } from '#contract/payment-accounts/payment-account.ts'
import {
  connectMollie,
  connectPaypal,
  connectRazorpay,
  connectStripe,
} from '#contract/payment-accounts/payment-account.ts'
import { providerNames, type OnlineProvider, type PaymentMode } from '#contract/payment-accounts/providers.ts'
import { paymentAccounts, usePaymentAccountChanges } from '#web/data/admin/payment-accounts.ts'
import { CopyField } from '#web/ui/copy-field.tsx'
import { describeForm, type FormDescription } from '#web/dashboard/record-form/describe-form.ts'
import type { Stored } from '#web/dashboard/edit-conflict/conflicts.ts'
import { text } from '#web/dashboard/record-form/fields.tsx'
import { RecordDialog } from '#web/dashboard/record-form/form-dialog.tsx'
import { secretField } from '../carriers/secret-field.ts'
import { modeField } from './mode-field.ts'
import { providerGuides } from './provider-guides.ts'

interface DialogProps {
  account: PaymentAccount | undefined
  /** Where the provider sends its messages. */
  webhookUrl: string
  onClose(): void
}

const describeStripe = (isStored: boolean) =>
  describeForm(connectStripe.input, {
    mode: modeField(),
    secretKey: secretField('Secret key', { isStored, hint: 'Begins with sk_test_ or sk_live_.' }),
    publishableKey: text('Publishable key', {
      maxLength: 200,
      autoComplete: 'off',
      hint: 'Optional. Shows Apple Pay and Google Pay on product pages, in the cart and at checkout. In Stripe, add the address of the shop under Settings, Payment method domains.',
    }),
    webhookSecret: secretField('Signing secret', {
      isStored,
      hint: 'Of this webhook. Begins with whsec_.',
    }),
  })

const describeRazorpay = (isStored: boolean) =>
  describeForm(connectRazorpay.input, {
    mode: modeField(),
    keyId: secretField('Key ID', { isStored, hint: 'Begins with rzp_test_ or rzp_live_.' }),
    keySecret: secretField('Key secret', { isStored, hint: 'Razorpay shows it once, with the key ID.' }),
    webhookSecret: secretField('Webhook secret', {
      isStored,
      hint: 'At least 16 random characters; enter the same at Razorpay.',
    }),
  })

const describePaypal = (isStored: boolean) =>
  describeForm(connectPaypal.input, {
    mode: modeField(),
    clientId: secretField('Client ID', { isStored, hint: 'Of your app at PayPal.' }),
    clientSecret: secretField('Secret', { isStored, hint: 'Of the same app.' }),
    webhookId: text('Webhook ID', {
      required: !isStored,
      maxLength: 40,
      autoComplete: 'off',
      hint: isStored ? 'Leave empty to leave it as it is.' : 'Shown beside the webhook, once it is added.',
    }),
  })

const describeMollie = (isStored: boolean) =>
  describeForm(connectMollie.input, {
    mode: modeField(),
    apiKey: secretField('API key', { isStored, hint: 'Begins with test_ or live_.' }),
  })

/** Connects Stripe, or replaces its keys. */
export function StripeDialog(props: DialogProps) {
  const { stripe: change } = usePaymentAccountChanges()
  const empty = { secretKey: '', publishableKey: '', webhookSecret: '' }
  const readable = ({ publishableKey }: PaymentAccount) => ({ publishableKey })
  return (
    <ProviderDialog provider="stripe" describe={describeStripe} {...{ empty, readable, change, ...props }} />
  )
}

/** Connects Razorpay, or replaces its keys. */
export function RazorpayDialog(props: DialogProps) {
  const { razorpay: change } = usePaymentAccountChanges()
  const empty = { keyId: '', keySecret: '', webhookSecret: '' }
  return <ProviderDialog provider="razorpay" describe={describeRazorpay} {...{ empty, change, ...props }} />
}

/** Connects PayPal, or replaces its keys. */
export function PaypalDialog(props: DialogProps) {
  const { paypal: change } = usePaymentAccountChanges()
  const empty = { clientId: '', clientSecret: '', webhookId: '' }
  return <ProviderDialog provider="paypal" describe={describePaypal} {...{ empty, change, ...props }} />
}

/** Connects Mollie, or replaces its key. */
export function MollieDialog(props: DialogProps) {
  const { mollie: change } = usePaymentAccountChanges()
  return (
    <ProviderDialog
      provider="mollie"
      describe={describeMollie}
      {...{ empty: { apiKey: '' }, change, ...props }}
    />
  )
}

/** The dialog of each provider. */
export const providerDialogs: Readonly<Record<OnlineProvider, ComponentType<DialogProps>>> = {
  stripe: StripeDialog,
  razorpay: RazorpayDialog,
  paypal: PaypalDialog,
  mollie: MollieDialog,
}

interface Connection {
  mode: PaymentMode
  version?: number | string | undefined
}

interface ProviderDialogProps<Input extends Connection, Name extends string> extends DialogProps {
  provider: OnlineProvider
  describe(isStored: boolean): FormDescription<Input, Name>
  /** The keys of the form, without values: stored ones are never read, except `readable` ones, which are no secret. */
  empty: Omit<Input, keyof Connection>
  readable?(account: PaymentAccount): Partial<Input>
  change: { mutateAsync(input: Input): Promise<unknown> }
}

/** The fields of a provider in their order, with the webhook before the last one, which needs it. */
function ProviderDialog<Input extends Connection, Name extends string>({
  provider,
  describe,
  empty,
  readable,
  change,
  account,
  webhookUrl,
  onClose,
}: ProviderDialogProps<Input, Name>) {
  const name = providerNames[provider]
  const { keys, webhook } = providerGuides[provider]
  const form = describe(account !== undefined)
  const stored = (of: PaymentAccount) =>
    ({ ...empty, ...readable?.(of), mode: of.mode, version: of.version }) as unknown as Stored<Input>
  const fields = webhook ? form.names.slice(0, -1) : form.names
  const rest = form.names.slice(fields.length)
  return (
    <RecordDialog
      title={account ? `Replace the keys of ${name}` : `Connect ${name}`}
      intro={account ? `Secrets that stay empty are not changed, and open payments go on. ${keys}` : keys}
      label={name}
      draft={name}
      action={account ? 'Check and save' : 'Check and connect'}
      onClose={onClose}
      of={form}
      record={account && stored(account)}
      reread={async () => {
        const { accounts } = await paymentAccounts.read()
        const now = accounts.find((each) => each.provider === provider && each.state === 'in_use') ?? account
        if (!now) throw new Error('There is no connection to read again')
        return stored(now)
      }}
      create={change.mutateAsync}
      update={(input, { version }) => change.mutateAsync({ ...input, version })}
    >
      {({ place }) => (
        <>
          {fields.map(place)}
          {webhook && <WebhookSteps {...webhook} url={webhookUrl} />}
          {rest.map(place)}
        </>
      )}
    </RecordDialog>
  )
}

function WebhookSteps({ where, events, url }: { where: string; events: readonly string[]; url: string }) {
  return (
    <div className="grid gap-3 rounded-xs bg-ground p-4">
      <p className="text-sm">{where}</p>
      <CopyField label="Webhook address" text={url} noun="address" />
      <ul aria-label="Events" className="text-sm text-quiet">
        {events.map((event) => (
          <li key={event} className="wrap-anywhere">
            {event}
          </li>
        ))}
      </ul>
    </div>
  )
}
