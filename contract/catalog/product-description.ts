import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { text } from '../fields.ts'

export const previewDescription = endpoint({
  method: 'POST',
  path: 'admin/description-preview',
  audience: 'staff:catalog',
  timing: 'read',
  summary: 'Renders a product description for a preview',
  input: z.strictObject({ description: text(20_000) }),
  answer: z.object({ data: z.object({ html: z.string().describe('safe to insert') }) }),
})
