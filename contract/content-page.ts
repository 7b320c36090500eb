import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { text } from './fields.ts'

export const contentPage = z.object({
  slug: z.string(),
  title: z.string(),
  html: z.string().describe('made from the Markdown that staff wrote; safe to insert'),
  updated_at: z.string(),
})
export type ContentPage = z.infer<typeof contentPage>

export const getContentPage = endpoint({
  method: 'GET',
  path: 'pages/:slug',
  audience: 'public',
  summary: 'A page of text behind the footer, such as help/shipping (the slash encoded)',
  input: z.strictObject({ slug: text(120) }),
  answer: z.object({ data: contentPage }),
  cache: {},
})
