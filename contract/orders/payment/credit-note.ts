import { z } from 'zod'
import { endpoint, fileAnswer } from '../../endpoint.ts'
import { text } from '../../fields.ts'
import { whichOrder } from '../order.ts'

const serial = text(40).regex(/^[0-9A-Z-]+$/i, 'Unknown credit note')

export const getCreditNote = endpoint({
  method: 'GET',
  path: 'orders/:number/credit-notes/:serial',
  audience: 'visitor',
  summary: 'Answers a credit note of an order to its shopper as PDF',
  input: z.strictObject({ ...whichOrder, serial }),
  answer: fileAnswer,
  media: 'application/pdf',
})

export const getOrderCreditNote = endpoint({
  method: 'GET',
  path: 'admin/orders/:number/credit-notes/:serial',
  audience: 'staff:orders+refunds',
  summary: 'Answers a credit note of an order as PDF',
  input: z.strictObject({ number: whichOrder.number, serial }),
  answer: fileAnswer,
  media: 'application/pdf',
})
