import { frame, type EmailContent, type EmailInput } from './frame.ts'

interface ReviewRequestInput extends EmailInput {
  /** What `link` comments on. */
  product: string
  /** The other products of the order. */
  others: readonly { name: string; link: string }[]
  unsubscribeLink: string
}

/** Asks a customer to comment on what was delivered. */
export const reviewRequestEmail = ({
  product,
  others,
  unsubscribeLink,
  ...input
}: ReviewRequestInput): EmailContent =>
  frame(input, {
    template: 'review_request',
    subject: `How do you like your order from ${input.shopName}?`,
    before: [
      `You’ve had ${product} for a while now. How do you like it?`,
      'A few words, stars or a photo help others to choose.',
    ],
    button: 'Write a comment',
    after: [
      ...others.map(({ name, link }) => ({ label: `Comment on ${name}`, link })),
      'We ask once for each order.',
      { label: 'Don’t ask me again', link: unsubscribeLink },
    ],
  })

/** An example for the dashboard. */
export const exampleReviewRequest = (input: EmailInput): EmailContent =>
  reviewRequestEmail({
    ...input,
    product: 'Tidal Stoneware Mug',
    others: [{ name: 'Meadow Jug', link: input.link }],
    unsubscribeLink: input.link,
  })
