import { z } from 'zod'
import { count, optionalMoment, orderInput } from '../../admin-fields.ts'
import { banner } from '../banner.ts'
import { endpoint } from '../../endpoint.ts'
import { id, listing, moment, text, version, MAX_IMAGE_BYTES } from '../../fields.ts'
import { ownAddress } from '../../own-address.ts'

const texts = {
  title: text(200).trim().optional().describe('alt text of the image'),
  subtitle: text(300).trim().optional(),
  link: z
    .union([text(500).trim(), z.null()])
    .transform((value) => value || null)
    .refine((value) => value === null || ownAddress(value) !== undefined, 'Enter a shop path starting with /')
    .optional(),
  shownFrom: optionalMoment.optional(),
  shownUntil: optionalMoment.optional(),
}

/** A banner in the dashboard. */
export const adminBanner = banner.extend({
  position: z.number().int(),
  shownFrom: moment.nullable(),
  shownUntil: moment.nullable(),
  state: z.enum(['shown', 'planned', 'over']).describe('at this moment'),
  version: z.number().int(),
})
export type AdminBanner = z.infer<typeof adminBanner>

export const getAdminBanners = endpoint({
  method: 'GET',
  path: 'admin/banners',
  audience: 'staff:catalog',
  summary: 'All banners, with the time zone of their dates',
  input: z.strictObject({ ...listing, sort: z.enum(['position', 'newest']).default('position') }),
  answer: z.object({ data: z.array(adminBanner), total: count, timeZone: z.string().describe('IANA') }),
})

export const getAdminBanner = endpoint({
  method: 'GET',
  path: 'admin/banners/:id',
  audience: 'staff:catalog',
  summary: 'One banner, with the time zone of its dates',
  input: z.strictObject({ id }),
  answer: z.object({ data: adminBanner, timeZone: z.string().describe('IANA') }),
})

export const createBannerInput = z.object(texts)

export const createBanner = endpoint({
  method: 'POST',
  path: 'banner/createbanner',
  audience: 'staff:catalog',
  takesIdempotencyKey: true,
  summary: 'Creates a banner; multipart with bannerimage',
  input: createBannerInput,
  files: { bannerimage: { maxBytes: MAX_IMAGE_BYTES } },
  answer: z.object({
    bannerimage: z.string(),
    data: z.object({ id: z.number().int(), bannerimage: z.string() }),
  }),
})

const updateBannerInput = z.strictObject({ id, ...texts, version: version.optional() })

export const updateBanner = endpoint({
  method: 'PATCH',
  path: 'admin/banners/:id',
  audience: 'staff:catalog',
  summary: 'Changes the given fields of a banner; multipart with a new bannerimage',
  input: updateBannerInput,
  files: { bannerimage: { maxBytes: MAX_IMAGE_BYTES } },
  answer: z.object({}),
})

export const deleteBanner = endpoint({
  method: 'DELETE',
  path: 'banner/deleteBanner',
  audience: 'staff:catalog',
  summary: 'Deletes a banner',
  input: z.object({ id }),
  answer: z.object({}),
})

export const orderBanners = endpoint({
  method: 'PUT',
  path: 'admin/banners/order',
  audience: 'staff:catalog',
  summary: 'Reorders banners',
  input: orderInput,
  answer: z.object({}),
})

export const adminBannerEndpoints = [
  getAdminBanners,
  getAdminBanner,
  createBanner,
  updateBanner,
  deleteBanner,
  orderBanners,
] as const
