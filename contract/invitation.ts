import { z } from 'zod'
import { email, fullName, mailedToken, newPassword, passwordsDiffer, passwordsMatch } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { id, listing, moment, text } from './fields.ts'

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
  summary: 'Who is invited to the staff and has not accepted yet',
  input: z.strictObject({ ...listing, sort: z.enum(['newest', 'email']).default('newest') }),
  answer: z.object({ data: z.array(invitation), total: z.number().int() }),
})

export const inviteInput = z.strictObject({ email, roleId: id })

export const invite = endpoint({
  method: 'POST',
  path: 'admin/invitations',
  audience: 'staff:staff',
  summary: 'Mails an invitation to the staff, good once within 7 days',
  input: inviteInput,
  answer: z.object({ data: z.object({ id: z.number().int() }) }),
})

export const resendInvitation = endpoint({
  method: 'POST',
  path: 'admin/invitations/:id/resend',
  audience: 'staff:staff',
  summary: 'Mails an invitation again, with a new link; the old one ends',
  input: z.strictObject({ id }),
  answer: z.object({}),
})

export const withdrawInvitation = endpoint({
  method: 'DELETE',
  path: 'admin/invitations/:id',
  audience: 'staff:staff',
  summary: 'Takes an invitation back; its link ends',
  input: z.strictObject({ id }),
  answer: z.object({}),
})

export const openInvitation = endpoint({
  method: 'POST',
  path: 'auth/invitation',
  audience: 'visitor',
  summary: 'What the mailed link of an invitation is for',
  input: z.strictObject({ token: mailedToken }),
  answer: z.object({
    data: z.object({
      email: z.string(),
      roleName: z.string(),
      invitedBy: z.string(),
      hasAccount: z.boolean().describe('its password is asked for; else name and a new password'),
    }),
  }),
})
export type OpenedInvitation = z.infer<typeof openInvitation.answer>['data']

export const acceptInvitationInput = z
  .strictObject({ token: mailedToken, fullName, password: newPassword, confirmpassword: text(200) })
  .refine(passwordsMatch, passwordsDiffer)

export const acceptInvitation = endpoint({
  method: 'POST',
  path: 'auth/accept-invitation',
  audience: 'visitor',
  summary: 'Makes an account for who was invited, by the mailed link',
  input: acceptInvitationInput,
  answer: z.object({}),
})

export const joinStaffInput = z.strictObject({
  token: mailedToken,
  password: text(200).min(1, 'Please enter your password'),
})

export const joinStaff = endpoint({
  method: 'POST',
  path: 'auth/join-staff',
  audience: 'visitor',
  summary: 'Gives the role of an invitation to the account of that address, which its password confirms',
  input: joinStaffInput,
  answer: z.object({}),
})
