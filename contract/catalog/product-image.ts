import { z } from 'zod'
import { image } from '../fields.ts'

const video = z.object({
  site: z.enum(['YouTube', 'Vimeo']),
  page: z.string().describe('where people watch it'),
  player: z.string().describe('for an inline frame'),
})
export type Video = z.infer<typeof video>

/** An image on the page of a product, which may be the poster of a video. */
export const productImage = image.extend({ video: video.nullable() })
