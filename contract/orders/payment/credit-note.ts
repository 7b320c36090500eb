import { z } from 'zod'
import { endpoint, fileAnswer } from '../../endpoint.ts'
import { text } from '../../fields.ts'
import { whichOrder } from '../order.ts'

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
