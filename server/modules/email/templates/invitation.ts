import { frame, type EmailContent, type EmailInput } from './frame.ts'

interface InvitationInput extends EmailInput {
  roleName: string
  /** Name of the sender. */
  invitedBy: string
}

/** Invites a person to join the staff. The link works once within seven days. */
export const invitationEmail = ({ roleName, invitedBy, ...input }: InvitationInput): EmailContent =>
  frame(input, {
    template: 'invitation',
    subject: `You’re invited to join ${input.shopName}`,
    before: [
      `${invitedBy} has invited you to join ${input.shopName} as ${roleName}.`,
      'This link works once and expires in 7 days:',
    ],
    button: 'Accept invitation',
    after: ['Not expecting this? You can ignore this email.'],
  })
