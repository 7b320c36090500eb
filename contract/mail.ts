import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, listing, moment, nothing, text } from './fields.ts'

/** `failing` is tried again by itself; `given_up` is not, since its news is old. */
export const mailStatuses = ['waiting', 'failing', 'given_up', 'sent'] as const

/** A mail as the list shows it. */
export const mail = z.object({
  id: z.number().int(),
  template: z.string(),
  recipient: z.string(),
  subject: z.string(),
  status: z.enum(mailStatuses),
  created_at: moment,
  sent_at: moment.nullable(),
  attempts: z.number().int(),
  last_error: z.string().nullable(),
})
export type Mail = z.infer<typeof mail>

export const mailDetail = mail.extend({
  text: z.string().nullable().describe('null where the words were deleted when they were sent'),
  html: z.string().nullable(),
  masked: z.boolean().describe('whether the secrets of its links are left out of both'),
})
export type MailDetail = z.infer<typeof mailDetail>

export const getMails = endpoint({
  method: 'GET',
  path: 'admin/mails',
  audience: 'staff:settings',
  summary: 'The outbox, unless sorted otherwise the newest first; and whether mail is sent from here at all',
  input: z.strictObject({
    ...listing,
    status: z.enum(mailStatuses).optional(),
    template: text(60).optional(),
    sort: z.enum(['newest', 'oldest']).default('newest'),
  }),
  answer: z.object({ data: z.array(mail), total: z.number().int(), sends: z.boolean() }),
})

export const getMail = endpoint({
  method: 'GET',
  path: 'admin/mails/:id',
  audience: 'staff:settings',
  summary: 'One mail with its words; secrets of links are masked where mail is sent, and for all but role 1',
  input: z.strictObject({ id }),
  answer: z.object({ data: mailDetail }),
})

export const resendMail = endpoint({
  method: 'POST',
  path: 'admin/mails/:id/resend',
  audience: 'staff:settings',
  summary: 'Tries a mail at once, or sends it once more; 409 where its words are gone',
  input: z.strictObject({ id }),
  answer: z.object({}),
})

export const mailTemplate = z.object({
  template: z.string(),
  name: z.string(),
  when: z.string().describe('a sentence: who gets it, and when'),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
})
export type MailTemplate = z.infer<typeof mailTemplate>

export const getMailTemplates = endpoint({
  method: 'GET',
  path: 'admin/mail-templates',
  audience: 'staff:settings',
  summary: 'Every kind of mail, as an example would look',
  input: nothing.strict(),
  answer: z.object({ data: z.array(mailTemplate) }),
})

export const sendTestMail = endpoint({
  method: 'POST',
  path: 'admin/mail-templates/:template/test',
  audience: 'staff:settings',
  summary: 'Mails an example to who calls',
  input: z.strictObject({ template: text(60) }),
  answer: z.object({}),
})
