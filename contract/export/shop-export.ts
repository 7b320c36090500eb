import { z } from 'zod'
import { endpoint, fileStreamAnswer } from '../endpoint.ts'
import { id, moment, nothing } from '../fields.ts'

const shopExport = z.object({
  id: z.number().int(),
  requestedBy: z.string(),
  requestedAt: moment,
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  progress: z.number().min(0).max(1).describe('part of the rows and files that is written'),
  bytes: z.number().int().nullable(),
  contentHash: z.string().nullable().describe('equal for exports with equal content'),
  removedAt: moment.nullable().describe('when the file is deleted'),
})
export type ShopExport = z.infer<typeof shopExport>

/** Every permission is needed for these calls, because the file contains everything. */
export const getShopExports = endpoint({
  method: 'GET',
  path: 'admin/archives',
  audience: 'staff:staff',
  summary: 'The exports of the whole shop, newest first; for staff with every permission',
  input: nothing.strict(),
  answer: z.object({ data: z.array(shopExport) }),
})

export const requestShopExport = endpoint({
  method: 'POST',
  path: 'admin/archives',
  audience: 'staff:staff',
  summary: 'Requests an export of the whole shop, unless one is running; for staff with every permission',
  input: nothing.strict(),
  answer: z.object({}),
})

export const downloadShopExport = endpoint({
  method: 'GET',
  path: 'admin/archives/:id/file',
  audience: 'staff:staff',
  summary: 'The archive of an export (docs/export-format.md); for staff with every permission',
  input: z.strictObject({ id }),
  media: 'application/zip',
  answer: fileStreamAnswer,
})

export const shopExportEndpoints = [getShopExports, requestShopExport, downloadShopExport] as const
