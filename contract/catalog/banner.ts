import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { nothing, image } from '../fields.ts'

export const banner = z.object({
  id: z.number(),
  bannerimage: z.string(),
  title: z.string(),
  subtitle: z.string(),
  link: z.string().nullable(),
  image,
})
export type Banner = z.infer<typeof banner>

export const getBanners = endpoint({
  method: 'GET',
  path: 'banner/getbanner',
  audience: 'public',
  summary: 'The current banners of the home page, in order',
  input: nothing,
  answer: z.object({ data: z.array(banner) }),
  cache: { seconds: 30 },
})
