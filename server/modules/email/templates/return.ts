import { frame, type EmailContent, type EmailInput, type Paragraph } from './frame.ts'

/** The kinds of email about a return. */
export type ReturnEmailKind =
  | 'return_requested'
  | 'return_approved'
  | 'return_refused'
  | 'withdrawal_received'
  | 'withdrawal_closed'

interface ReturnEmail extends EmailInput {
  /** The number of the order that people say. */
  serial: string
  /** Such as `2 × Stoneware mug`. */
  items: readonly string[]
  details: readonly Paragraph[]
}

const texts: Record<ReturnEmailKind, { subject: string; intro: string }> = {
  return_requested: {
    subject: 'We’ve received your return request',
    intro: 'We’ve received your request and will answer it soon. Please don’t send anything back yet.',
  },
  return_approved: {
    subject: 'Your return is approved',
    intro: 'You can send these items back to us.',
  },
  return_refused: {
    subject: 'About your return request',
    intro: 'We’re sorry, but we can’t take these items back.',
  },
  withdrawal_received: {
    subject: 'Your withdrawal from the contract',
    intro: 'This is the receipt of your withdrawal. Please keep it.',
  },
  withdrawal_closed: {
    subject: 'Your order goes ahead',
    intro: 'You had withdrawn from these items. We have closed your withdrawal, and your order goes ahead.',
  },
}

/** An email about a return or a withdrawal. Its link opens the order. */
export function returnEmail(
  kind: ReturnEmailKind,
  { serial, items, details, ...input }: ReturnEmail,
): EmailContent {
  const { subject, intro } = texts[kind]
  return frame(input, {
    template: kind,
    subject: `${subject} (${serial})`,
    before: [intro, `Items: ${items.join(', ')}.`, ...details],
    button: 'View order',
    after: [],
  })
}

/** Renders an email about a made-up return. */
export const exampleReturnEmail =
  (kind: ReturnEmailKind) =>
  (input: EmailInput): EmailContent =>
    returnEmail(kind, {
      ...input,
      serial: '2026-000123',
      items: ['1 × Table lamp'],
      details:
        kind === 'withdrawal_received'
          ? ['We received it on 24 November 2026 at 10:15:00.', 'We’ll refund you by 8 December 2026.']
          : kind === 'return_requested'
            ? []
            : ['Please write the order number on the package.'],
    })
