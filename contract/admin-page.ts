import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, listing, moment, text, version } from './fields.ts'

/** The address of a page of text: one part, or two with a slash between them. */
const pageSlug = text(120).regex(
  /^[a-z0-9]+(-[a-z0-9]+)*(\/[a-z0-9]+(-[a-z0-9]+)*)?$/,
  'An address is made of small letters, digits, hyphens and at most one slash',
)
const title = text(200).trim().min(1, 'A page needs a title')
const body = text(100_000).describe('Markdown')

/** What staff writes; the form of the dashboard is held against it too. */
export const pageInput = z.strictObject({ slug: pageSlug, title, body })

export const adminPageRow = z.object({
  id: z.number().int(),
  slug: z.string(),
  title: z.string(),
  updated_at: moment,
})
export type AdminPageRow = z.infer<typeof adminPageRow>

export const adminPage = adminPageRow.extend({
  body: z.string(),
  linked: z.boolean().describe('whether the footer leads here'),
  version: z.number().int(),
})
export type AdminPage = z.infer<typeof adminPage>

export const pageSorts = ['title', '-title', 'updated', '-updated'] as const

export const getAdminPages = endpoint({
  method: 'GET',
  path: 'admin/pages',
  audience: 'staff:content',
  summary: 'Pages of text, found by title and address',
  input: z.strictObject({ ...listing, sort: z.enum(pageSorts).default('title') }),
  answer: z.object({ data: z.array(adminPageRow), total: z.number().int() }),
})

export const getAdminPage = endpoint({
  method: 'GET',
  path: 'admin/pages/:id',
  audience: 'staff:content',
  summary: 'One page of text as it was written, for editing',
  input: z.strictObject({ id }),
  answer: z.object({ data: adminPage }),
})

export const createPage = endpoint({
  method: 'POST',
  path: 'admin/pages',
  audience: 'staff:content',
  summary: 'Adds a page of text',
  input: pageInput,
  answer: z.object({ data: z.object({ id: z.number().int() }) }),
})

export const updatePage = endpoint({
  method: 'PATCH',
  path: 'admin/pages/:id',
  audience: 'staff:content',
  summary: 'Changes the given fields of a page of text',
  input: pageInput.partial().extend({ id, version: version.optional() }),
  answer: z.object({}),
})

export const deletePage = endpoint({
  method: 'DELETE',
  path: 'admin/pages/:id',
  audience: 'staff:content',
  summary: 'Deletes a page of text',
  input: z.strictObject({ id }),
  answer: z.object({}),
})

export const previewPage = endpoint({
  method: 'POST',
  path: 'admin/pages/preview',
  audience: 'staff:content',
  summary: 'What Markdown will look like in the shop',
  input: z.strictObject({ body }),
  answer: z.object({ data: z.object({ html: z.string().describe('safe to insert') }) }),
})
