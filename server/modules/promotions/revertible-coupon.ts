import { flag, moment, money, named, percent, plain, type Revertible } from '#server/modules/journal/index.ts'
import { createCoupon, deleteCoupon, lockCoupon, updateCoupon, type CouponInput } from './coupon.writes.ts'

/** A coupon, as the journal shows it and puts it back. How often it was used is no part of it. */
export const revertibleCoupon: Revertible = {
  subject: 'coupon',
  noun: 'Coupon',
  permission: 'marketing',
  fields: {
    code: plain('Code'),
    kind: { name: 'Kind', words: (value) => [kinds[value as CouponInput['kind']]] },
    percent: percent('Percent off'),
    amount: money('Amount off'),
    startsAt: moment('Holds from'),
    endsAt: moment('Holds until'),
    minimum: money('From goods worth'),
    categoryIds: named('Categories', 'category'),
    productIds: named('Products', 'product'),
    oncePerCustomer: flag('Once per customer'),
    usageLimit: plain('Uses in all'),
    isActive: flag('Switched on'),
  },
  async listNames(db, configId, ids) {
    if (ids.length === 0) return new Map()
    const rows = await db
      .selectFrom('coupon')
      .select(['id', 'code'])
      .where('config_id', '=', configId)
      .where('id', 'in', ids)
      .execute()
    return new Map(rows.map(({ id, code }) => [id, code]))
  },
  back: {
    read: lockCoupon,
    create: async (tx, write, id, state) =>
      void (await createCoupon(tx, write, withDates(state) as unknown as CouponInput, id)),
    update: (tx, write, id, fields) => updateCoupon(tx, write, id, withDates(fields)),
    remove: deleteCoupon,
  },
}

const kinds = { percent: 'Percent', amount: 'Amount', free_delivery: 'Free delivery' }

/** The journal keeps moments as texts. */
function withDates(state: Record<string, unknown>): Record<string, unknown> {
  const moments = ['startsAt', 'endsAt'].filter((field) => typeof state[field] === 'string')
  return {
    ...state,
    ...Object.fromEntries(moments.map((field) => [field, new Date(state[field] as string)])),
  }
}
