import { z } from 'zod'
import { endpoint, fileStreamAnswer } from '../endpoint.ts'
import { id, limit, moment, nothing, page, text } from '../fields.ts'
import { importedKinds, importFormats } from './kinds.ts'

/** Where an import stands. `failed`: the file cannot be read. */
const importStates = ['checking', 'ready', 'running', 'done', 'undone', 'failed'] as const

/**
 * The same in detail. `mapping`: staff have to say which column holds what. `withdrawn`: staff gave it up before it wrote
 * anything; its state is `failed`.
 */
const importSteps = [
  'mapping',
  'checking',
  'ready',
  'running',
  'done',
  'undoing',
  'undone',
  'failed',
  'withdrawn',
] as const
export type ImportStep = (typeof importSteps)[number]

/** What an import does with a record; `failed`: what it could not do after all. */
const importOutcomes = ['create', 'update', 'unchanged', 'refuse', 'failed'] as const

/** Changes that are easily mistakes. */
export const importWarnings = ['price_change', 'price_zero', 'stock_zero', 'spreadsheet'] as const
export type ImportWarning = (typeof importWarnings)[number]

const mapping = z.record(z.string(), z.string()).describe('heading of the file by column')

const dateOrders = ['dmy', 'mdy'] as const

const count = z.number().int()

export const importSummary = z.object({
  id: z.number().int(),
  kind: z.enum(importedKinds),
  filename: z.string(),
  format: z.enum(importFormats),
  state: z.enum(importStates),
  step: z.enum(importSteps),
  error: z.string().nullable().describe('why the file cannot be read, or why the import ended early'),
  sheets: z.array(z.string()).describe('of a workbook; none for another file'),
  sheet: z.string().nullable().describe('the one that is read'),
  headings: z.array(z.string()),
  sample: z.array(z.record(z.string(), z.string())).describe('the first rows by heading'),
  mapping,
  decimalmark: z.enum(['.', ',']),
  dateorder: z.enum(dateOrders).nullable().describe('of day and month; null: not known'),
  addoptiontosku: z.boolean().describe('a SKU that several variants have gets their option behind it'),
  leftbehind: z
    .array(z.object({ heading: z.string(), rows: z.number().int() }))
    .describe('columns that the shop does not read, with the number of rows that have a value'),
  counts: z.object({
    create: count,
    update: count,
    unchanged: count,
    refuse: count,
    failed: count,
    kept: count.describe('records that undo left unchanged'),
  }),
  warnings: z
    .object({ price_change: count, price_zero: count, stock_zero: count, spreadsheet: count })
    .describe('records by warning'),
  done: count.describe('records that the running step has finished'),
  total: count.describe('records of the running step'),
  secondsleft: count.nullable(),
  waitsfor: z.string().nullable().describe('file name of the import that has to end before this one goes on'),
  emptied_at: moment.nullable().describe('since then its file and rows are deleted, and it cannot be undone'),
  stopping: z.boolean().describe('whether the running step ends after its current batch'),
  job: z.string().describe('of its entries in the activity log'),
  by: z.string(),
  created_at: moment,
  finished_at: moment.nullable(),
})
export type ImportSummary = z.infer<typeof importSummary>

const answer = z.object({ data: importSummary })

/** The largest file. It fits into memory beside everything else. */
const MAX_FILE_BYTES = 60 * 1024 * 1024

export const uploadImport = endpoint({
  method: 'POST',
  path: 'admin/imports',
  audience: 'staff',
  takesIdempotencyKey: true,
  created: true,
  timing: 'bulk',
  summary:
    'Uploads a file (multipart: file), recognises it and begins to check it. Changes no record. Needs the permission for its kind',
  input: z.strictObject({
    filename: text(200).trim().optional(),
    kind: z.enum(importedKinds, 'Unknown kind of file').default('products'),
    source: z.enum([...importFormats, 'auto'], 'Unknown source').default('auto'),
  }),
  files: { file: { maxBytes: MAX_FILE_BYTES } },
  answer,
})

export const getImports = endpoint({
  method: 'GET',
  path: 'admin/imports',
  audience: 'staff',
  summary: 'The latest 20 imports of the kinds that the caller may import, newest first',
  input: nothing.strict(),
  answer: z.object({
    data: z.array(
      importSummary.pick({
        id: true,
        kind: true,
        filename: true,
        format: true,
        step: true,
        by: true,
        created_at: true,
      }),
    ),
    storage: z.object({
      bytes: count.describe('of the files and rows of all imports of the shop'),
      limit: count,
      days: count.describe('how long they are kept'),
    }),
  }),
})

export const getImport = endpoint({
  method: 'GET',
  path: 'admin/imports/:id',
  audience: 'staff',
  summary: 'An import with its state, counts and progress',
  input: z.strictObject({ id }),
  answer,
})

export const chooseImportSheet = endpoint({
  method: 'PUT',
  path: 'admin/imports/:id/sheet',
  audience: 'staff',
  timing: 'bulk',
  summary: 'Reads another sheet of the workbook: recognises its columns, and checks it',
  input: z.strictObject({ id, sheet: text(100) }),
  answer,
})

export const mapImport = endpoint({
  method: 'PUT',
  path: 'admin/imports/:id/mapping',
  audience: 'staff',
  summary:
    'Says which column holds what, and checks the file again. The next file with these headings gets the mapping',
  input: z.strictObject({
    id,
    format: z.enum(importFormats),
    mapping: z.record(text(40), text(1000)),
    decimalmark: z.enum(['.', ',']),
    dateorder: z
      .enum(dateOrders)
      .nullable()
      .optional()
      .describe('how dates such as 10/12/2023 are written; null: each date tells'),
    addoptiontosku: z
      .boolean()
      .default(false)
      .describe('a SKU that several variants have gets their option behind it; otherwise the first keeps it'),
  }),
  answer,
})

const fieldChange = z.object({ field: z.string(), before: z.string(), after: z.string() })

export const importRow = z.object({
  position: z.number().int(),
  line: z.number().int().describe('first line of the record in the file'),
  name: z.string(),
  outcome: z.enum(importOutcomes),
  reason: z.string().nullable().describe('why it is refused, failed, or kept by undo'),
  changes: z.array(fieldChange),
  warnings: z.array(z.enum(importWarnings)),
  notes: z.array(z.string()).describe('what the shop cannot keep of it'),
  recordid: z.string().nullable().describe('of what it wrote: an id, or the number of an order'),
})
export type ImportRow = z.infer<typeof importRow>

export const getImportRows = endpoint({
  method: 'GET',
  path: 'admin/imports/:id/rows',
  audience: 'staff',
  summary: 'The records of an import in the order of the file',
  input: z.strictObject({
    id,
    outcome: z.enum(importOutcomes).optional(),
    warning: z.enum(importWarnings).optional(),
    page: page.default(1),
    limit: limit.default(20),
  }),
  answer: z.object({ data: z.array(importRow), total: z.number().int() }),
})

export const exportRefusedRows = endpoint({
  method: 'GET',
  path: 'admin/imports/:id/refused',
  audience: 'staff',
  timing: 'bulk',
  summary:
    'The rows of the refused and failed records as CSV, with the columns of the file and the reasons in a last one, to be mended and sent again; line, name and reason once the file is deleted',
  input: z.strictObject({ id }),
  media: 'text/csv; charset=utf-8',
  answer: fileStreamAnswer,
})

export const applyImport = endpoint({
  method: 'POST',
  path: 'admin/imports/:id/apply',
  audience: 'staff',
  summary:
    'Writes what the check has found. 409 `confirm_import` if it has warnings that the call does not accept',
  input: z.strictObject({ id, accept: z.boolean().default(false).describe('accepts all warnings') }),
  answer,
})

export const undoImport = endpoint({
  method: 'POST',
  path: 'admin/imports/:id/undo',
  audience: 'staff',
  summary: 'Undoes a finished import. Keeps records that somebody changed later',
  input: z.strictObject({ id }),
  answer,
})

export const withdrawImport = endpoint({
  method: 'POST',
  path: 'admin/imports/:id/withdraw',
  audience: 'staff',
  summary:
    'Gives up an import: before it is written, its rows are dropped; while it is written or undone, it stops after the current batch, and what is written can be undone',
  input: z.strictObject({ id }),
  answer,
})

export const emptyImport = endpoint({
  method: 'DELETE',
  path: 'admin/imports/:id/data',
  audience: 'staff',
  summary: 'Deletes the file and the rows of a finished import, which can then no longer be undone',
  input: z.strictObject({ id }),
  answer,
})

export const getImportRedirects = endpoint({
  method: 'GET',
  path: 'admin/imports/:id/redirects',
  audience: 'staff:content',
  summary:
    'How many redirects a finished import of products can add from the paths that they had in the shop of the file. Needs the permission for its kind too',
  input: z.strictObject({ id }),
  answer: z.object({
    data: z.object({
      count,
      example: z.object({ from: z.string(), to: z.string() }).nullable(),
    }),
  }),
})

export const addImportRedirects = endpoint({
  method: 'POST',
  path: 'admin/imports/:id/redirects',
  audience: 'staff:content',
  timing: 'bulk',
  summary:
    'Adds these redirects, without paths that are redirected already. Undoing the import removes them. Needs the permission for its kind too',
  input: z.strictObject({ id }),
  answer: z.object({ data: z.object({ added: count }) }),
})

export const importEndpoints = [
  uploadImport,
  getImports,
  getImport,
  chooseImportSheet,
  mapImport,
  getImportRows,
  exportRefusedRows,
  getImportRedirects,
  addImportRedirects,
  applyImport,
  undoImport,
  withdrawImport,
  emptyImport,
] as const
