import type { z } from 'zod'
import type { CouponDetail, couponInput } from '#contract/coupon.ts'
import { momentAt } from '../../lib/zoned-time.ts'

interface Chosen extends Pick<CouponDetail, 'kind' | 'categories' | 'products'> {
  timeZone: string
}

/** A coupon as the fields of its form say; a figure that cannot be read becomes one that is refused. */
export function readCoupon(
  fields: Record<string, string>,
  { kind, timeZone, categories, products }: Chosen,
): z.input<typeof couponInput> {
  const figure = (name: string) => (fields[name]?.trim() ? Number(fields[name].trim()) : null)
  return {
    code: fields['code'] ?? '',
    kind,
    percent: kind === 'percent' ? (figure('percent') ?? 0) : null,
    amount: kind === 'amount' ? (figure('amount') ?? 0) : null,
    minimum: figure('minimum') ?? 0,
    startsAt: momentAt(fields['startsAt'] ?? '', timeZone),
    endsAt: momentAt(fields['endsAt'] ?? '', timeZone),
    usageLimit: figure('usageLimit'),
    oncePerCustomer: fields['oncePerCustomer'] === 'on',
    isActive: fields['isActive'] === 'on',
    categoryIds: categories.map(({ id }) => id),
    productIds: products.map(({ id }) => id),
  }
}
