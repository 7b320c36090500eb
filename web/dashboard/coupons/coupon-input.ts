import type { z } from 'zod'
import type { CouponDetail, couponInput } from '#contract/orders/coupon.ts'
import { wallTimeToIso } from '#web/lib/format/zoned-time.ts'

interface CouponSelection extends Pick<CouponDetail, 'kind' | 'categories' | 'products'> {
  timeZone: string
}

/** Converts the field texts. An invalid number becomes NaN, which the schema refuses. */
export function parseCoupon(
  fields: Record<string, string>,
  { kind, timeZone, categories, products }: CouponSelection,
): z.input<typeof couponInput> {
  const number = (name: string) => (fields[name]?.trim() ? Number(fields[name].trim()) : null)
  return {
    code: fields['code'] ?? '',
    kind,
    percent: kind === 'percent' ? (number('percent') ?? 0) : null,
    amount: kind === 'amount' ? (number('amount') ?? 0) : null,
    minimum: number('minimum') ?? 0,
    startsAt: wallTimeToIso(fields['startsAt'] ?? '', timeZone),
    endsAt: wallTimeToIso(fields['endsAt'] ?? '', timeZone),
    usageLimit: number('usageLimit'),
    oncePerCustomer: fields['oncePerCustomer'] === 'on',
    isActive: fields['isActive'] === 'on',
    categoryIds: categories.map(({ id }) => id),
    productIds: products.map(({ id }) => id),
  }
}
