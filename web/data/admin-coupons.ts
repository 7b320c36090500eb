import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { createCoupon, deleteCoupon, getCoupon, getCoupons, updateCoupon } from '#contract/coupon.ts'
import { api } from '../lib/api.ts'
import { useAdminChange } from './admin-change.ts'

const couponsKey = ['personal', 'admin', 'coupons']

/** A page of the list of coupons; `query` as the address has it. */
export function useCoupons(query: Record<string, string | number>) {
  return useQuery({
    queryKey: [...couponsKey, 'list', query],
    queryFn: ({ signal }) => api<typeof getCoupons>('GET', 'admin/coupons', query, signal),
    placeholderData: keepPreviousData,
  })
}

/** One coupon for editing, and the time zone that its dates are meant in; for a new one, id 0, that alone. */
export function useCoupon(id: number) {
  return useQuery({
    queryKey: [...couponsKey, 'one', id],
    queryFn: async ({ signal }) => {
      if (id > 0) {
        const { data, timeZone } = await readCoupon(id, signal)
        return { coupon: data, timeZone }
      }
      const { timeZone } = await api<typeof getCoupons>('GET', 'admin/coupons', { limit: 1 }, signal)
      return { coupon: undefined, timeZone }
    },
    staleTime: Infinity,
    refetchOnMount: 'always',
  })
}

/** A coupon as it is stored now, with the time zone of the shop. */
export const readCoupon = (id: number, signal?: AbortSignal) =>
  api<typeof getCoupon>('GET', 'admin/coupons/:id', { id }, signal)

/** Changes of coupons; each rejects with an error that has words. */
export function useCouponChanges() {
  const client = useQueryClient()
  const change = useAdminChange(couponsKey)
  return {
    /** Answers the id of the new coupon. */
    create: async (input: z.input<typeof createCoupon.input>): Promise<number> => {
      const call = api<typeof createCoupon>('POST', 'admin/coupons', input)
      await change(call)
      return (await call).data.id
    },
    update: (input: z.input<typeof updateCoupon.input>) =>
      change(api<typeof updateCoupon>('PATCH', 'admin/coupons/:id', input)),
    /** Answers what the server says. */
    remove: async (id: number): Promise<string> => {
      const { message } = await api<typeof deleteCoupon>('DELETE', 'admin/coupons/:id', { id })
      await client.invalidateQueries({ queryKey: [...couponsKey, 'list'] })
      return message
    },
  }
}
