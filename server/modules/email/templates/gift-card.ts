import { escape, frame, type EmailContent, type EmailInput } from './frame.ts'

interface GiftCardInput extends EmailInput {
  /** Who gives it; may be empty. */
  sender: string
  /** From the giver; may be empty. */
  message: string
  code: string
  /** Formatted. */
  balance: string
  /** Formatted; null: it does not expire. */
  lastDay: string | null
}

/** Brings a gift card to its recipient. Its text is deleted once it is sent, because the code is money. */
export function giftCardEmail({
  sender,
  message,
  code,
  balance,
  lastDay,
  ...input
}: GiftCardInput): EmailContent {
  const expiry = lastDay === null ? 'It doesn’t expire.' : `It’s valid until ${lastDay}.`
  return frame(input, {
    template: 'gift_card',
    subject: `Your gift card for ${input.shopName}`,
    before: [
      sender === ''
        ? `Here is your gift card for ${input.shopName}.`
        : `Here is a gift card for ${input.shopName} from ${sender}.`,
      ...(message === '' ? [] : [`“${message}”`]),
    ],
    button: 'Start shopping',
    details: {
      text: `Gift card code: ${code}\nBalance: ${balance}`,
      html: `<p style="margin:0 0 4px;color:#625b53">Gift card code</p>
<p style="margin:0 0 16px;font:bold 22px/1.4 'Courier New',monospace;letter-spacing:1px">${escape(code)}</p>
<p style="margin:0 0 16px">Balance: <strong>${escape(balance)}</strong></p>`,
    },
    after: [
      'Enter the code at checkout, under Payment. You can use it for several orders until its balance is spent.',
      expiry,
      'Treat the code like cash: anyone who has it can spend it.',
    ],
  })
}

/** An example for the dashboard. */
export const exampleGiftCard = (input: EmailInput): EmailContent =>
  giftCardEmail({
    ...input,
    sender: 'Ravi',
    message: 'Happy birthday!',
    code: 'XXXX-XXXX-XXXX-XXXX',
    balance: '₹1,000.00',
    lastDay: null,
  })
