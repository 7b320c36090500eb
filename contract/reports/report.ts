import { z } from 'zod'
import { endpoint, fileAnswer } from '../endpoint.ts'
import { day, limit, page, image } from '../fields.ts'

/** What a sales report is grouped by. Source: the platform (assistant) through which an order came. */
export const salesKinds = ['day', 'product', 'category', 'coupon', 'source'] as const
export type SalesKind = (typeof salesKinds)[number]

/** Whether the rows of a report count orders. Others count units: an order contains several products. */
export const countsOrders = (by: SalesKind): boolean => by === 'day' || by === 'coupon' || by === 'source'

export const salesSorts = [
  'name',
  'name_desc',
  'orders',
  'orders_desc',
  'units',
  'units_desc',
  'sales',
  'sales_desc',
] as const
export type SalesSort = (typeof salesSorts)[number]

const sum = z.number().describe('major units of the shop currency')

/** `sales` is what was ordered minus what was refunded in the same period. */
const salesFigures = z.object({
  orders: z.number().int(),
  ordered: sum,
  coupon: sum.describe('coupon discounts, already deducted from `ordered`'),
  refunds: sum,
  sales: sum,
})
export type SalesFigures = z.infer<typeof salesFigures>

const days = z.object({ from: day, to: day })

/** One bar of the sales chart. */
const bar = z.object({
  name: z.string().describe('a day; 00:00 to 23:00 if the chart covers one day'),
  sales: sum,
  before: sum.describe('at the same position of the previous period'),
})
export type SalesBar = z.infer<typeof bar>

/** A period and the previous one: of the same length, and up to the same time of day. */
const compared = {
  currency: z.string(),
  period: days,
  periodBefore: days,
  now: salesFigures,
  before: salesFigures,
  bars: z.array(bar),
  elsewhere: z.number().int().describe('orders in another currency, which no sum includes'),
}

const conversion = z.object({
  shoppers: z.number().int().describe('shoppers who ordered or still have a cart from that period'),
  ordered: z.number().int().describe('how many of them ordered'),
})

const visitors = z.number().int().nullable().describe('each counted once a day; null: none was counted')

export const getOverview = endpoint({
  method: 'GET',
  path: 'admin/reports/overview',
  audience: 'staff:reports',
  summary: 'Summarizes the last 1, 7 or 30 days against the previous ones, with best sellers and tasks',
  input: z.strictObject({
    days: z.literal(['1', '7', '30']).default('7').describe('number of days up to today'),
  }),
  answer: z.object({
    data: z.object({
      ...compared,
      conversion,
      visitors,
      visitorsBefore: visitors,
      bestSellers: z
        .array(
          z.object({
            productid: z.number().int(),
            productname: z.string(),
            image: image.nullable(),
            units: z.number().int(),
            sales: sum,
          }),
        )
        .describe('of the last 30 days'),
      reconciliationFindings: z.number().int().describe('open findings of the latest integrity check'),
    }),
  }),
})
export type Overview = z.output<typeof getOverview.answer>['data']

const query = {
  by: z.enum(salesKinds).default('day'),
  from: day.optional().describe('default: 29 days before `to`'),
  to: day.optional().describe('default: today'),
  sort: z.enum(salesSorts).optional().describe('default: latest day first, or highest sales first'),
}

const salesRow = salesFigures.extend({
  orders: z.number().int().nullable().describe('for days, coupons and sources; null: not counted'),
  id: z
    .number()
    .int()
    .nullable()
    .describe('of the product, category, coupon or platform; null for a day and for "none"'),
  name: z.string(),
  units: z.number().int().nullable().describe('for products and categories; null: not counted'),
  before: sum.describe('sales in the previous period'),
})
export type SalesRow = z.infer<typeof salesRow>

export const getSales = endpoint({
  method: 'GET',
  path: 'admin/reports/sales',
  audience: 'staff:reports',
  summary: 'Reports sales by day, product, category, coupon or source, against the previous period',
  input: z.strictObject({ ...query, page: page.default(1), limit: limit.default(20) }),
  answer: z.object({ data: z.array(salesRow), total: z.number().int(), ...compared }),
})
export type Sales = z.output<typeof getSales.answer>

export const exportSales = endpoint({
  method: 'GET',
  path: 'admin/reports/sales/export',
  audience: 'staff:reports',
  summary: 'Answers all rows of the report as CSV; amounts are decimals in major units',
  input: z.strictObject(query),
  media: 'text/csv; charset=utf-8',
  answer: fileAnswer,
})

export const reportEndpoints = [getOverview, getSales, exportSales] as const
