import type { z } from 'zod'
import type { CouponDetail, couponInput } from '#contract/promotions/coupon.ts'
import type { Part, Stored } from '../edit-conflict/conflicts.ts'
import { wallTimeText } from '#web/lib/format/zoned-time.ts'
import { couponKindLabels } from './coupon-labels.ts'

type Input = z.input<typeof couponInput>

/** A coupon as the input of its form. */
export const toRecord = (coupon: CouponDetail): Stored<Input> => ({
  ...coupon,
  categoryIds: coupon.categories.map(({ id }) => id),
  productIds: coupon.products.map(({ id }) => id),
})

interface CouponPartsOptions {
  currency: string
  timeZone: string
  /** Known names of categories and products by id. */
  names: { categories: ReadonlyMap<number, string>; products: ReadonlyMap<number, string> }
}

/** The parts of a coupon that an edit conflict compares. */
export function couponParts({ currency, timeZone, names }: CouponPartsOptions): Part<Input>[] {
  const amountText = (amount: unknown) => (amount ? `${currency} ${Number(amount)}` : '')
  const namesText = (ids: unknown, known: ReadonlyMap<number, string>) =>
    (Array.isArray(ids) ? ids : [])
      .map((id) => known.get(Number(id)) ?? `#${id}`)
      .toSorted()
      .join(', ')
  return [
    { name: 'Code', fields: ['code'], text: ({ code }) => code.toUpperCase() },
    { name: 'Active', fields: ['isActive'] },
    {
      name: 'Discount',
      fields: ['kind', 'percent', 'amount'],
      text: ({ kind, percent, amount }) =>
        kind === 'free_delivery'
          ? couponKindLabels.free_delivery
          : kind === 'percent'
            ? `${Number(percent)}%`
            : amountText(amount),
    },
    { name: 'Minimum order value', fields: ['minimum'], text: ({ minimum }) => amountText(minimum) },
    {
      name: 'Starts',
      fields: ['startsAt'],
      text: ({ startsAt }) => wallTimeText(startsAt, timeZone),
    },
    { name: 'Ends', fields: ['endsAt'], text: ({ endsAt }) => wallTimeText(endsAt, timeZone) },
    { name: 'Total usage limit', fields: ['usageLimit'] },
    { name: 'Once per customer', fields: ['oncePerCustomer'] },
    {
      name: 'Categories',
      fields: ['categoryIds'],
      text: ({ categoryIds }) => namesText(categoryIds, names.categories),
    },
    {
      name: 'Products',
      fields: ['productIds'],
      text: ({ productIds }) => namesText(productIds, names.products),
    },
  ]
}
