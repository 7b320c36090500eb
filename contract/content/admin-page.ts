import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { unknownPlaceholders } from './placeholders.ts'
import { id, listing, moment, text, version } from '../fields.ts'

/** The slug of a content page: one part, or two with a slash between them. */
export const pageSlug = text(120).regex(
  /^[a-z0-9]+(-[a-z0-9]+)*(\/[a-z0-9]+(-[a-z0-9]+)*)?$/,
  'Use lowercase letters, digits, hyphens and at most one slash',
)
const title = text(200).trim().min(1, 'Enter a title')
const markdown = text(100_000)
const body = markdown
  .superRefine((written, context) => {
    const [unknown] = unknownPlaceholders(written)
    if (unknown === undefined) return
    const message = `Unknown placeholder {{${unknown.slice(0, 40)}}}. Use one of the list below the text.`
    context.addIssue({ code: 'custom', message })
  })
  .describe('Markdown; {{returns.days}} and other placeholders show the current settings')

/** The input of a page; the dashboard's form uses it too. */
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
  linked: z.boolean().describe('whether the footer links to it'),
  version: z.number().int(),
})
export type AdminPage = z.infer<typeof adminPage>

export const pageSorts = ['title', '-title', 'updated', '-updated'] as const

export const getAdminPages = endpoint({
  method: 'GET',
  path: 'admin/pages',
  audience: 'staff:content',
  summary: 'The content pages; q searches title and slug',
  input: z.strictObject({ ...listing, sort: z.enum(pageSorts).default('title') }),
  answer: z.object({ data: z.array(adminPageRow), total: z.number().int() }),
})

export const getAdminPage = endpoint({
  method: 'GET',
  path: 'admin/pages/:id',
  audience: 'staff:content',
  summary: 'One content page with its Markdown',
  input: z.strictObject({ id }),
  answer: z.object({ data: adminPage }),
})

export const createPage = endpoint({
  method: 'POST',
  path: 'admin/pages',
  audience: 'staff:content',
  takesIdempotencyKey: true,
  summary: 'Creates a content page',
  input: pageInput,
  answer: z.object({ data: z.object({ id: z.number().int() }) }),
})

export const updatePage = endpoint({
  method: 'PATCH',
  path: 'admin/pages/:id',
  audience: 'staff:content',
  summary: 'Changes the given fields of a content page',
  input: pageInput.partial().extend({ id, version: version.optional() }),
  answer: z.object({}),
})

export const deletePage = endpoint({
  method: 'DELETE',
  path: 'admin/pages/:id',
  audience: 'staff:content',
  summary: 'Deletes a content page',
  input: z.strictObject({ id }),
  answer: z.object({}),
})

export const previewPage = endpoint({
  method: 'POST',
  path: 'admin/pages/preview',
  audience: 'staff:content',
  timing: 'read',
  summary: 'Renders Markdown as the shop shows it, with the current settings',
  input: z.strictObject({ body: markdown }),
  answer: z.object({ data: z.object({ html: z.string().describe('safe to insert') }) }),
})
