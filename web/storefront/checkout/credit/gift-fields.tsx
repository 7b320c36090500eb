import type { ComponentProps } from 'react'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { giftFields, type Fields } from '../checkout-body.ts'
import { Folded } from '../sections/folded.tsx'

interface GiftFieldsProps {
  fields: Fields
  field(name: string): Pick<ComponentProps<typeof TextField>, 'name' | 'error' | 'defaultValue'>
}

/** Who gets the gift cards of the order, and when. Without them the buyer has the email as soon as the order is paid. */
export function GiftFields({ fields, field }: GiftFieldsProps) {
  const error = giftFields.map((name) => field(name).error).find(Boolean)
  return (
    <Folded
      title="Send the gift card to someone else, or later"
      isFilled={giftFields.some((name) => Boolean(fields[name]))}
      error={error}
    >
      <TextField
        {...field('gift.email')}
        type="email"
        label="Email of the recipient"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required={false}
        hint="Empty: we send the gift card to you."
      />
      <TextField
        {...field('gift.name')}
        label="Name of the recipient"
        autoComplete="off"
        required={false}
        maxLength={200}
      />
      <TextAreaField {...field('gift.message')} label="Message" required={false} rows={3} maxLength={500} />
      <TextField
        {...field('gift.sendOn')}
        type="date"
        label="Send on"
        required={false}
        hint="Empty: as soon as your order is paid."
      />
    </Folded>
  )
}
