import { frame, type MailContent, type MailInput } from './frame.ts'

interface CommentNoticeInput extends MailInput {
  productName: string
}

/** To staff who want to know of new comments. What was said stands in the dashboard, where it can harm nobody. */
export const commentPostedMail = ({ productName, ...input }: CommentNoticeInput): MailContent =>
  frame(input, {
    template: 'comment_posted',
    subject: `New comment at ${input.shopName}`,
    before: [`Somebody has commented on ${productName}.`, 'You can answer it, or hide it:'],
    button: 'Read the comment',
    after: [whyYou],
  })

/** To staff who want to know of comments that shoppers find something wrong with. */
export const commentReportedMail = ({ productName, ...input }: CommentNoticeInput): MailContent =>
  frame(input, {
    template: 'comment_reported',
    subject: `Reported comment at ${input.shopName}`,
    before: [`Somebody has reported a comment on ${productName}.`, 'Please look whether it can stay:'],
    button: 'Look at the comment',
    after: [whyYou],
  })

const whyYou = 'You get this because the settings of the dashboard name you under Notifications.'
