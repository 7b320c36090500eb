import { z } from 'zod'
import { email, fullName, emailedToken, newPassword, passwordsDiffer, passwordsMatch } from './auth.ts'
import { endpoint } from '../endpoint.ts'
import { id, listing, moment, secretText } from '../fields.ts'

export const invitation = z.object({
  id: z.number().int(),
  email: z.string(),
  role: z.object({ id: z.number().int(), name: z.string() }),
  invitedBy: z.string(),
  created_at: moment,
  expires_at: moment,
  expired: z.boolean(),
})
export type Invitation = z.infer<typeof invitation>

export const getInvitations = endpoint({
  method: 'GET',
  path: 'admin/invitations',
  audience: 'staff:staff',
  summary: 'The pending invitations',
  input: z.strictObject({ ...listing, sort: z.enum(['newest', 'email']).default('newest') }),
  answer: z.object({ data: z.array(invitation), total: z.number().int() }),
})

/** Null if the shop emails it. */
const link = z.string().nullable().describe('the link to pass on, if the shop sends no email')

export const inviteInput = z.strictObject({ email, roleId: id })

export const invite = endpoint({
  method: 'POST',
  path: 'admin/invitations',
  audience: 'staff:staff',
  takesIdempotencyKey: true,
  summary: 'Emails an invitation to join the staff; its link works once within 7 days',
  input: inviteInput,
  answer: z.object({ data: z.object({ id: z.number().int(), link }) }),
})

export const resendInvitation = endpoint({
  method: 'POST',
  path: 'admin/invitations/:id/resend',
  audience: 'staff:staff',
  takesIdempotencyKey: true,
  summary: 'Resends an invitation with a new link, which replaces the old one',
  input: z.strictObject({ id }),
  answer: z.object({ data: z.object({ link }) }),
})

export const copyInvitationLink = endpoint({
  method: 'POST',
  path: 'admin/invitations/:id/link',
  audience: 'staff:staff',
  summary:
    'Answers a link of an invitation to pass on, valid for 7 days. It replaces the link that was copied before; the emailed link stays',
  input: z.strictObject({ id }),
  answer: z.object({ data: z.object({ link: z.string() }) }),
})

export const withdrawInvitation = endpoint({
  method: 'DELETE',
  path: 'admin/invitations/:id',
  audience: 'staff:staff',
  summary: 'Withdraws an invitation; its link stops working',
  input: z.strictObject({ id }),
  answer: z.object({}),
})

export const openInvitation = endpoint({
  method: 'POST',
  path: 'auth/invitation',
  audience: 'visitor',
  summary: 'The invitation of an emailed link',
  input: z.strictObject({ token: emailedToken }),
  answer: z.object({
    data: z.object({
      email: z.string(),
      roleName: z.string(),
      invitedBy: z.string(),
      hasAccount: z.boolean().describe('true: join with the account’s password; false: create an account'),
    }),
  }),
})
export const acceptInvitationInput = z
  .strictObject({ token: emailedToken, fullName, password: newPassword, confirmpassword: secretText(200) })
  .refine(passwordsMatch, passwordsDiffer)

export const acceptInvitation = endpoint({
  method: 'POST',
  path: 'auth/accept-invitation',
  audience: 'visitor',
  summary: 'Creates an account for an invited person, with the emailed link',
  input: acceptInvitationInput,
  answer: z.object({}),
})

export const joinStaffInput = z.strictObject({
  token: emailedToken,
  password: secretText(200).min(1, 'Please enter your password'),
})

export const joinStaff = endpoint({
  method: 'POST',
  path: 'auth/join-staff',
  audience: 'visitor',
  summary: 'Gives the role of an invitation to an existing account, confirmed by its password',
  input: joinStaffInput,
  answer: z.object({}),
})
