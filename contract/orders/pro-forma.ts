import { z } from 'zod'
import { endpoint, fileAnswer } from '../endpoint.ts'
import { whichOrder } from './order.ts'

const media = 'application/pdf'

export const getProForma = endpoint({
  method: 'GET',
  path: 'orders/:number/pro-forma',
  audience: 'visitor',
  summary: 'Answers the pro forma invoice of an unpaid order as PDF, or of a draft by its link',
  input: z.strictObject(whichOrder),
  answer: fileAnswer,
  media,
})

export const getOrderProForma = endpoint({
  method: 'GET',
  path: 'admin/orders/:number/pro-forma',
  audience: 'staff:orders',
  summary: 'Answers the pro forma invoice of an unpaid order or of a draft as PDF',
  input: z.strictObject({ number: whichOrder.number }),
  answer: fileAnswer,
  media,
})

export const proFormaEndpoints = [getProForma, getOrderProForma] as const
