import { frame, notificationReason, type EmailContent, type EmailInput } from './frame.ts'

interface CommentNoticeInput extends EmailInput {
  productName: string
}

/** Notifies staff of a new comment. Its text is in the dashboard only, because it may be abusive. */
export const commentPostedEmail = ({ productName, ...input }: CommentNoticeInput): EmailContent =>
  frame(input, {
    template: 'comment_posted',
    subject: `New comment at ${input.shopName}`,
    before: [`There’s a new comment on ${productName}. You can reply to it or hide it:`],
    button: 'View comment',
    after: [notificationReason],
  })

/** Notifies staff of a reported comment. */
export const commentReportedEmail = ({ productName, ...input }: CommentNoticeInput): EmailContent =>
  frame(input, {
    template: 'comment_reported',
    subject: `Reported comment at ${input.shopName}`,
    before: [`A comment on ${productName} was reported. Please review it:`],
    button: 'Review comment',
    after: [notificationReason],
  })
