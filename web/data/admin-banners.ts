import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type {
  createBanner,
  deleteBanner,
  getAdminBanners,
  orderBanners,
  updateBanner,
} from '#contract/admin-banner.ts'
import { api, apiWithFiles } from '../lib/api.ts'
import { adminKey, readAll, readRow, useChange } from './admin-list.ts'

type Asked = z.input<typeof getAdminBanners.input>
const read = (asked: Asked, signal?: AbortSignal) =>
  api<typeof getAdminBanners>('GET', 'admin/banners', asked, signal)

/** All banners in order, and the time zone that their dates are meant in. */
export function useAdminBanners() {
  return useQuery({
    queryKey: adminKey('banners'),
    queryFn: async ({ signal }) => {
      let timeZone = 'UTC'
      const banners = await readAll(async (page) => {
        const answer = await read(page, signal)
        timeZone = answer.timeZone
        return answer
      })
      return { banners, timeZone }
    },
  })
}

/** A banner as it is stored now. */
export const readBanner = (id: number) => readRow(read, (row) => row.id === id)

/** Changes of banners; each answers what the server says, and rejects with an `ApiError`. */
export function useBannerChanges() {
  const change = useChange()
  return {
    add: (input: z.input<typeof createBanner.input>, files: Record<string, File>) =>
      change(apiWithFiles<typeof createBanner>('POST', 'banner/createbanner', input, files)),
    update: (input: z.input<typeof updateBanner.input>, files: Record<string, File>) =>
      change(apiWithFiles<typeof updateBanner>('PATCH', 'admin/banners/:id', input, files)),
    remove: (id: number) => change(api<typeof deleteBanner>('DELETE', 'banner/deleteBanner', { id })),
    order: (ids: number[]) => change(api<typeof orderBanners>('PUT', 'admin/banners/order', { ids })),
  }
}
