import { frame, type EmailContent, type EmailInput } from './frame.ts'

/** Sent to a new account, and on request. The link confirms the email address. */
export const welcomeEmail = (input: EmailInput): EmailContent =>
  frame(input, {
    template: 'welcome',
    subject: `Welcome to ${input.shopName}`,
    before: [`Your account at ${input.shopName} is ready.`, 'Please confirm your email address:'],
    button: 'Confirm email',
    after: ['Didn’t sign up? You can ignore this email.'],
  })

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

/** Sent to the new address of an account; the link confirms it. */
export const emailChangeEmail = (input: EmailInput): EmailContent =>
  frame(input, {
    template: 'email_change',
    subject: `Confirm your new email for ${input.shopName}`,
    before: [`Confirm this email to use it with your ${input.shopName} account:`],
    button: 'Confirm email',
    after: ['Don’t have an account with us? You can ignore this email.'],
  })

/** Sent to people who forgot their password. The link works once within 30 minutes. */
export const resetEmail = (input: EmailInput): EmailContent =>
  frame(input, {
    template: 'reset',
    subject: `Reset your ${input.shopName} password`,
    before: [
      `We received a request to reset your ${input.shopName} password.`,
      'This link works once and expires in 30 minutes:',
    ],
    button: 'Reset password',
    after: ['Didn’t request this? Ignore this email and your password won’t change.'],
  })

/** Sent after a password change. The link opens the reset form. */
export const passwordChangedEmail = (input: EmailInput): EmailContent =>
  frame(input, {
    template: 'password_changed',
    subject: `Your ${input.shopName} password was changed`,
    before: [
      `Your ${input.shopName} password was just changed. If this was you, there’s nothing to do.`,
      'If it wasn’t you, reset your password now:',
    ],
    button: 'Reset password',
    after: [],
  })
