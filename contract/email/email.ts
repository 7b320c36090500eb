import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, listing, moment, nothing, text } from '../fields.ts'

/** The shop retries `failing` emails, but not those `given_up`: their news is old. */
export const emailStatuses = ['waiting', 'failing', 'given_up', 'sent'] as const

/** An email in the list. */
export const email = z.object({
  id: z.number().int(),
  template: z.string(),
  recipient: z.string(),
  subject: z.string(),
  status: z.enum(emailStatuses),
  created_at: moment,
  sent_at: moment.nullable(),
  attempts: z.number().int(),
  last_error: z.string().nullable(),
})
export type Email = z.infer<typeof email>

export const emailDetail = email.extend({
  text: z.string().nullable().describe('null if the text was deleted after sending'),
  html: z.string().nullable(),
  masked: z.boolean().describe('whether the secrets of its links are masked'),
})
export type EmailDetail = z.infer<typeof emailDetail>

export const getEmails = endpoint({
  method: 'GET',
  path: 'admin/emails',
  audience: 'staff:settings',
  summary: 'The emails, and whether this installation sends email',
  input: z.strictObject({
    ...listing,
    status: z.enum(emailStatuses).optional(),
    template: text(60).optional(),
    sort: z.enum(['newest', 'oldest']).default('newest'),
  }),
  answer: z.object({ data: z.array(email), total: z.number().int(), sends: z.boolean() }),
})

export const getEmail = endpoint({
  method: 'GET',
  path: 'admin/emails/:id',
  audience: 'staff:settings',
  summary:
    'One email with its text. Secrets of links are masked, unless no email is sent and the caller is an admin',
  input: z.strictObject({ id }),
  answer: z.object({ data: emailDetail }),
})

export const resendEmail = endpoint({
  method: 'POST',
  path: 'admin/emails/:id/resend',
  audience: 'staff:settings',
  takesIdempotencyKey: true,
  summary: 'Retries an email now, or sends a copy; 409 if its text was deleted',
  input: z.strictObject({ id }),
  answer: z.object({}),
})

export const emailTemplate = z.object({
  template: z.string(),
  name: z.string(),
  when: z.string().describe('a sentence: who receives it, and when'),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
})
export type EmailTemplate = z.infer<typeof emailTemplate>

export const getEmailTemplates = endpoint({
  method: 'GET',
  path: 'admin/email-templates',
  audience: 'staff:settings',
  summary: 'The kinds of customer email, each with an example',
  input: nothing.strict(),
  answer: z.object({ data: z.array(emailTemplate) }),
})

export const sendTestEmail = endpoint({
  method: 'POST',
  path: 'admin/email-templates/:template/test',
  audience: 'staff:settings',
  takesIdempotencyKey: true,
  summary: 'Emails an example to the caller',
  input: z.strictObject({ template: text(60) }),
  answer: z.object({}),
})

export const emailEndpoints = [getEmails, getEmail, resendEmail, getEmailTemplates, sendTestEmail] as const
