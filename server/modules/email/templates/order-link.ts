import { frame, type EmailContent, type EmailInput } from './frame.ts'

/** Sent instead of an answer when many people search for orders of one address. */
export const orderLinkEmail = (input: EmailInput): EmailContent =>
  frame(input, {
    template: 'order_link',
    subject: `The link to your order from ${input.shopName}`,
    before: ['Someone searched for your order with its number and your email.', 'This link opens it:'],
    button: 'View order',
    after: ['Wasn’t it you? Ignore this email: only you have received the link.'],
  })
