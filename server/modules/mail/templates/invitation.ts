import { frame, type MailContent, type MailInput } from './frame.ts'

interface InvitationInput extends MailInput {
  roleName: string
  /** Name of who invites. */
  invitedBy: string
}

/** To somebody who is invited to the staff; the link is good once, for seven days. */
export const invitationMail = ({ roleName, invitedBy, ...input }: InvitationInput): MailContent =>
  frame(input, {
    template: 'invitation',
    subject: `You are invited to the staff of ${input.shopName}`,
    before: [
      `${invitedBy} invites you to work in the dashboard of ${input.shopName}, as ${roleName}.`,
      'The link works once, within seven days:',
    ],
    button: 'Accept the invitation',
    after: ['You do not know what this is about? Then leave this message alone: nothing happens.'],
  })
