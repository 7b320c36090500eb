import type { z } from 'zod'
import type { CouponDetail, couponInput } from '#contract/coupon.ts'
import type { Part, Stored } from '../meanwhile/clashes.ts'
import { momentWords } from '../meanwhile/moment-words.ts'
import { kindWords } from './coupon-words.ts'

type Input = z.input<typeof couponInput>

/** A coupon with what its form sends. */
export const storedOf = (coupon: CouponDetail): Stored<Input> => ({
  ...coupon,
  categoryIds: coupon.categories.map(({ id }) => id),
  productIds: coupon.products.map(({ id }) => id),
})

interface Words {
  currency: string
  timeZone: string
  /** Of the categories and products that are known, by their ids. */
  names: { categories: ReadonlyMap<number, string>; products: ReadonlyMap<number, string> }
}

/** What two people may change of a coupon. */
export function couponParts({ currency, timeZone, names }: Words): Part<Input>[] {
  const amountOf = (amount: unknown) => (amount ? `${currency} ${Number(amount)}` : '')
  const list = (ids: unknown, known: ReadonlyMap<number, string>) =>
    (Array.isArray(ids) ? ids : [])
      .map((id) => known.get(Number(id)) ?? `#${id}`)
      .toSorted()
      .join(', ')
  return [
    { name: 'Code', fields: ['code'], words: ({ code }) => code.toUpperCase() },
    { name: 'Switched on', fields: ['isActive'] },
    {
      name: 'What it takes off',
      fields: ['kind', 'percent', 'amount'],
      words: ({ kind, percent, amount }) =>
        kind === 'free_delivery'
          ? kindWords.free_delivery
          : kind === 'percent'
            ? `${Number(percent)} %`
            : amountOf(amount),
    },
    { name: 'From goods worth', fields: ['minimum'], words: ({ minimum }) => amountOf(minimum) },
    {
      name: 'Holds from',
      fields: ['startsAt'],
      words: ({ startsAt }) => momentWords(startsAt, timeZone),
    },
    { name: 'Holds until', fields: ['endsAt'], words: ({ endsAt }) => momentWords(endsAt, timeZone) },
    { name: 'Uses in all', fields: ['usageLimit'] },
    { name: 'Once per customer', fields: ['oncePerCustomer'] },
    {
      name: 'Categories',
      fields: ['categoryIds'],
      words: ({ categoryIds }) => list(categoryIds, names.categories),
    },
    {
      name: 'Products',
      fields: ['productIds'],
      words: ({ productIds }) => list(productIds, names.products),
    },
  ]
}
