import { useState } from 'react'
import {
  correctGiftCard,
  giftCardInput,
  replaceGiftCardCode,
  updateGiftCard,
  type GiftCardDetail,
} from '#contract/credit/gift-card.ts'
import { useAdminCall } from '#web/data/admin/use-admin-mutation.ts'
import { useShop } from '#web/data/shop.ts'
import { copyText } from '#web/lib/browser/copy-text.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { describeForm } from '../record-form/describe-form.ts'
import { area, decimal, fixed, text } from '../record-form/fields.tsx'
import { FormDialog } from '../record-form/form-dialog.tsx'

const orNull = {
  toText: (value: string | null) => value ?? '',
  fromText: (typed: string) => typed.trim() || null,
}
const lastDay = text<string | null>('Last day', {
  type: 'date',
  required: false,
  hint: 'Without one, the card does not expire.',
  ...orNull,
})
const recipientEmail = text<string | null>('Email of the recipient', {
  type: 'email',
  required: false,
  maxLength: 254,
  hint: 'The code is emailed there. Without an address, we show it to you once.',
  ...orNull,
})
const reason = area('Reason', { hint: 'In the history of the card.', rows: 2, maxLength: 500 })

interface DialogProps {
  onClose(): void
}

/** Issues a gift card by hand. `onIssued` gets the code, unless it was emailed. */
export function IssueDialog({
  onClose,
  onIssued,
}: DialogProps & { onIssued(card: { id: number; code: string | null }): void }) {
  const { currency } = useShop()
  const issue = useAdminCall('POST admin/gift-cards')
  return (
    <FormDialog
      title="Issue a gift card"
      intro="The shop owes its balance until it is spent."
      of={describeForm(giftCardInput, {
        amount: decimal(`Amount (${currency})`, { type: 'number', min: 0, step: 'any' }),
        expiresOn: lastDay,
        recipientName: text('Name of the recipient', { required: false, maxLength: 200 }),
        recipientEmail,
        message: area('Message', { required: false, rows: 3, maxLength: 500 }),
        reason,
      })}
      draft="issue gift card"
      action="Issue gift card"
      busyAction="Issuing…"
      submit={async (input) => onIssued((await issue.mutateAsync(input)).data)}
      onClose={onClose}
    />
  )
}

/** Adds to the balance of a card or takes from it. */
export function CorrectCardDialog({ card, onClose }: DialogProps & { card: GiftCardDetail }) {
  const correct = useAdminCall('POST admin/gift-cards/:id/corrections')
  return (
    <FormDialog
      title="Correct balance"
      of={describeForm(correctGiftCard.input, {
        id: fixed(card.id),
        change: decimal(`Change (${card.currency})`, {
          type: 'number',
          step: 'any',
          hint: 'A negative amount, such as -5, takes from the balance.',
        }),
        reason,
      })}
      draft={`correct gift card ${card.id}`}
      action="Correct balance"
      busyAction="Correcting…"
      submit={correct.mutateAsync}
      onClose={onClose}
    />
  )
}

/** Changes the last day of a card. */
export function LastDayDialog({ card, onClose }: DialogProps & { card: GiftCardDetail }) {
  const update = useAdminCall('PATCH admin/gift-cards/:id')
  return (
    <FormDialog
      title="Change last day"
      of={describeForm(updateGiftCard.input.pick({ id: true, expiresOn: true }), {
        id: fixed(card.id),
        expiresOn: lastDay,
      })}
      draft={`last day of gift card ${card.id}`}
      action="Save"
      submit={(input) => update.mutateAsync({ ...input, version: card.version })}
      onClose={onClose}
    />
  )
}

/** Gives a card a new code, for an email that got lost. `onMade` gets the code, unless it was emailed. */
export function NewCodeDialog({
  card,
  onClose,
  onMade,
}: DialogProps & { card: GiftCardDetail; onMade(code: string | null): void }) {
  const replace = useAdminCall('POST admin/gift-cards/:id/code')
  return (
    <FormDialog
      title="Send a new code"
      intro="The code of a card can’t be read again. A new one takes its place, and the old one stops working."
      of={describeForm(replaceGiftCardCode.input, { id: fixed(card.id), recipientEmail })}
      draft={`code of gift card ${card.id}`}
      action="Make new code"
      busyAction="Making…"
      submit={async (input) => onMade((await replace.mutateAsync(input)).data.code)}
      onClose={onClose}
    />
  )
}

/** Shows a code once. */
export function CodeDialog({ code, onClose }: DialogProps & { code: string }) {
  const [isCopied, setIsCopied] = useState(false)
  return (
    <Dialog title="Gift card code" onClose={onClose}>
      <p className="text-quiet">Hand it over now. We can’t show it again.</p>
      <p className="mt-4 font-mono text-xl wrap-anywhere">{code}</p>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button onClick={() => void copyText(code).then(() => setIsCopied(true))}>
          {isCopied ? 'Copied' : 'Copy code'}
        </Button>
        <Button kind="secondary" onClick={onClose}>
          Done
        </Button>
      </div>
    </Dialog>
  )
}
