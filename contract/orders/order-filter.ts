import { z } from 'zod'
import { customFilter } from '../custom-fields/custom-value.ts'
import { day, id, text } from '../fields.ts'
import { orderStatuses } from './order.ts'
import { orderTag } from './order-tags.ts'

/**
 * refund: a refund has failed; payment: the order is cancelled, but the state of its payment is unknown; dispute: a customer asks the
 * bank for the money; authorization: what is authorised ends within two days; unconfirmed: one of many unpaid orders of one network.
 */
export const orderProblems = ['refund', 'payment', 'dispute', 'authorization', 'unconfirmed'] as const

/** Where an order came from. */
export const orderSource = z
  .string()
  .nullable()
  .describe('host of the platform (assistant) through which it came; null: the pages of the shop, or staff')

/** Filters of the order list. */
export const orderFilter = {
  group: z.enum(['pending', 'completed', 'cancelled']).optional().describe('a group of statuses'),
  status: z.enum(orderStatuses).optional(),
  payment: text(40).optional().describe('id of a payment method'),
  customer: id.optional().describe('id of the customer, with an account or a guest'),
  coupon: id.optional().describe('id of the coupon used'),
  problem: z.enum(orderProblems).optional().describe('what staff have to resolve'),
  hold: z.enum(['on', 'off']).optional().describe('on: only orders on hold; off: without them'),
  due: z
    .enum(['on', 'off'])
    .optional()
    .describe('on: only orders that ship once a change of them is paid; off: without them'),
  confirm: z.enum(['on']).optional().describe('on: only cash orders that wait for their confirmation'),
  source: z.enum(['agents', 'shop']).optional().describe('agents: those that came through any platform'),
  platform: id.optional().describe('id of the platform through which it came'),
  tag: orderTag.optional(),
  custom: customFilter,
  from: day.optional(),
  to: day.optional(),
}
