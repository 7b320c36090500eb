import { z } from 'zod'
import { endpoint, fileAnswer } from '../endpoint.ts'
import { moment, text } from '../fields.ts'
import { whichOrder } from './order.ts'

/** A credit note in the dashboard. */
export const creditNote = z.object({
  serial: z.string().describe('in the path of the document'),
  number: z.string(),
  total: z.number().describe('major units'),
  issuedAt: moment,
})

export const getCreditNote = endpoint({
  method: 'GET',
  path: 'admin/orders/:number/credit-notes/:serial',
  audience: 'staff:orders',
  summary: 'Answers a credit note of an order as PDF',
  input: z.strictObject({
    number: whichOrder.number,
    serial: text(20).regex(/^\d{4}-\d{2}-\d{6,}$/, 'Unknown credit note'),
  }),
  answer: fileAnswer,
  media: 'application/pdf',
})
