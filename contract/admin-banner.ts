import { z } from 'zod'
import { count, limitInTime, orderInput, pictureBytes } from './admin-fields.ts'
import { banner } from './banner.ts'
import { endpoint } from './endpoint.ts'
import { id, listing, moment, text, version } from './fields.ts'

const words = {
  title: text(200).trim().optional().describe('what the picture shows, read to who cannot see it'),
  subtitle: text(300).trim().optional(),
  link: z
    .union([text(500).trim(), z.null()])
    .transform((value) => value || null)
    .refine(
      (value) => value === null || /^\/([^/\\]|$)/.test(value),
      'A link is a page of this shop and begins with a slash',
    )
    .optional(),
  shownFrom: limitInTime.optional(),
  shownUntil: limitInTime.optional(),
}

/** A banner as the dashboard lists it. */
export const adminBanner = banner.extend({
  position: z.number().int(),
  shownFrom: moment.nullable(),
  shownUntil: moment.nullable(),
  state: z.enum(['shown', 'planned', 'over']).describe('by the clock of the server'),
  version: z.number().int(),
})
export type AdminBanner = z.infer<typeof adminBanner>

export const getAdminBanners = endpoint({
  method: 'GET',
  path: 'admin/banners',
  audience: 'staff:catalogue',
  summary: 'All banners in order, with the time zone that their dates are meant in',
  input: z.strictObject({ ...listing, sort: z.enum(['position', 'newest']).default('position') }),
  answer: z.object({ data: z.array(adminBanner), total: count, timeZone: z.string().describe('IANA') }),
})

export const createBannerInput = z.object(words)

export const createBanner = endpoint({
  method: 'POST',
  path: 'banner/createbanner',
  audience: 'staff:catalogue',
  summary: 'Adds a banner; multipart with its bannerimage, which is required',
  input: createBannerInput,
  files: { bannerimage: { maxBytes: pictureBytes } },
  answer: z.object({
    bannerimage: z.string(),
    data: z.object({ id: z.number().int(), bannerimage: z.string() }),
  }),
})

export const updateBannerInput = z.strictObject({ id, ...words, version: version.optional() })

export const updateBanner = endpoint({
  method: 'PATCH',
  path: 'admin/banners/:id',
  audience: 'staff:catalogue',
  summary: 'Changes the given fields of a banner; multipart where another bannerimage comes with it',
  input: updateBannerInput,
  files: { bannerimage: { maxBytes: pictureBytes } },
  answer: z.object({}),
})

export const deleteBanner = endpoint({
  method: 'DELETE',
  path: 'banner/deleteBanner',
  audience: 'staff:catalogue',
  summary: 'Deletes a banner',
  input: z.object({ id }),
  answer: z.object({}),
})

export const orderBanners = endpoint({
  method: 'PUT',
  path: 'admin/banners/order',
  audience: 'staff:catalogue',
  summary: 'Puts banners in order',
  input: orderInput,
  answer: z.object({}),
})
