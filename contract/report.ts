import { z } from 'zod'
import { endpoint, fileAnswer, type Endpoint } from './endpoint.ts'
import { day, limit, page, picture } from './fields.ts'

/** What the sales of a shop are told apart by. */
export const salesKinds = ['day', 'product', 'category', 'coupon'] as const
export type SalesKind = (typeof salesKinds)[number]

export const salesSorts = [
  'name',
  'name_desc',
  'orders',
  'orders_desc',
  'pieces',
  'pieces_desc',
  'sales',
  'sales_desc',
] as const
export type SalesSort = (typeof salesSorts)[number]

const sum = z.number().describe('major units of the currency of the shop')

/** What was sold; `sales` is what was ordered without what was paid back in the same time. */
const salesFigures = z.object({
  orders: z.number().int(),
  ordered: sum,
  coupon: sum.describe('what coupons took off; it is not in what was ordered'),
  refunds: sum,
  sales: sum,
})
export type SalesFigures = z.infer<typeof salesFigures>

const days = z.object({ from: day, to: day })

/** One bar of the chart. */
const bar = z.object({
  name: z.string().describe('a day, or 00:00 to 23:00 where the chart is of one day'),
  sales: sum,
  before: sum.describe('at the same place of the period before'),
})
export type SalesBar = z.infer<typeof bar>

/** A time, the one before of the same length and until the same hour, and what was sold in both. */
const compared = {
  currency: z.string(),
  period: days,
  periodBefore: days,
  now: salesFigures,
  before: salesFigures,
  bars: z.array(bar),
  elsewhere: z.number().int().describe('orders of the period in another currency, which are in no sum'),
}

const conversion = z.object({
  shoppers: z.number().int().describe('who ordered, or have something in their cart since that time'),
  ordered: z.number().int().describe('those of them who ordered'),
})

export const getOverview = endpoint({
  method: 'GET',
  path: 'admin/reports/overview',
  audience: 'staff:orders',
  summary: 'Today, or the last 7 or 30 days against those before, what sells best, and what is to do now',
  input: z.strictObject({
    days: z.literal(['1', '7', '30']).default('7').describe('so many days, today the last of them'),
  }),
  answer: z.object({
    data: z.object({
      ...compared,
      conversion,
      conversionBefore: conversion,
      bestSellers: z
        .array(
          z.object({
            productid: z.number().int(),
            productname: z.string(),
            picture: picture.nullable(),
            pieces: z.number().int(),
            sales: sum,
          }),
        )
        .describe('of 30 days'),
      bookExceptions: z.number().int().describe('that the latest check of the books found'),
    }),
  }),
})
export type Overview = z.output<typeof getOverview.answer>['data']

const asked = {
  by: z.enum(salesKinds).default('day'),
  from: day.optional().describe('without: 29 days before the other'),
  to: day.optional().describe('without: today'),
  sort: z.enum(salesSorts).optional().describe('without: the latest day, or the highest sales first'),
}

const salesRow = salesFigures.extend({
  orders: z.number().int().nullable().describe('of days and coupons; null: not counted'),
  id: z.number().int().nullable().describe('of product, category or coupon; null: a day, or none of them'),
  name: z.string(),
  pieces: z.number().int().nullable().describe('of products and categories; null: not counted'),
  before: sum.describe('sales in the period before'),
})
export type SalesRow = z.infer<typeof salesRow>

export const getSales = endpoint({
  method: 'GET',
  path: 'admin/reports/sales',
  audience: 'staff:orders',
  summary: 'Sales by day, product, category or coupon, against the period before',
  input: z.strictObject({ ...asked, page: page.default(1), limit: limit.default(20) }),
  answer: z.object({ data: z.array(salesRow), total: z.number().int(), ...compared }),
})
export type Sales = z.output<typeof getSales.answer>

export const exportSales = endpoint({
  method: 'GET',
  path: 'admin/reports/sales/export',
  audience: 'staff:orders',
  summary: 'All rows of the same report as CSV; amounts are decimals in major units',
  input: z.strictObject(asked),
  media: 'text/csv; charset=utf-8',
  answer: fileAnswer,
})

export const reportEndpoints: readonly Endpoint[] = [getOverview, getSales, exportSales]
