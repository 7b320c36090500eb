import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { text } from '../fields.ts'

const contentPage = z.object({
  slug: z.string(),
  title: z.string(),
  html: z.string().describe('rendered from Markdown, safe to insert'),
  updated_at: z.string(),
})
export const getContentPage = endpoint({
  method: 'GET',
  path: 'pages/:slug',
  audience: 'public',
  summary: 'A content page, such as help/shipping (with the slash encoded)',
  input: z.strictObject({ slug: text(120) }),
  answer: z.object({ data: contentPage }),
  cache: {},
})
