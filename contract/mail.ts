import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, limit, moment, page, text } from './fields.ts'

/** A mail as the list shows it. */
export const mail = z.object({
  id: z.number().int(),
  template: z.string(),
  recipient: z.string(),
  subject: z.string(),
  created_at: moment,
  sent_at: moment.nullable(),
  attempts: z.number().int(),
  last_error: z.string().nullable(),
})

export const getMails = endpoint({
  method: 'GET',
  path: 'admin/mails',
  audience: 'staff:settings',
  summary: 'The outbox, the newest first',
  input: z.strictObject({ page: page.default(1), limit: limit.default(20), q: text(200).optional() }),
  answer: z.object({ data: z.array(mail), total: z.number().int() }),
})

export const getMail = endpoint({
  method: 'GET',
  path: 'admin/mails/:id',
  audience: 'staff:settings',
  summary: 'One mail with its text, which is kept until it has been sent',
  input: z.strictObject({ id }),
  answer: z.object({ data: mail.extend({ text: z.string().nullable(), html: z.string().nullable() }) }),
})
