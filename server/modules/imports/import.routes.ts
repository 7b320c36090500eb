import {
  addImportRedirects,
  chooseImportSheet,
  emptyImport,
  exportRefusedRows,
  getImport,
  getImportRedirects,
  getImportRows,
  getImports,
  mapImport,
  applyImport,
  undoImport,
  uploadImport,
  withdrawImport,
  type ImportSummary,
} from '#contract/imports/import.ts'
import type { Permission } from '#contract/endpoint.ts'
import { importedKinds, importKinds, type ImportedKind } from '#contract/imports/kinds.ts'
import type { Database } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { personalRoute, type RequestContext } from '#server/http/route.ts'
import { callerOf, notAllowed } from '#server/http/session/audience.ts'
import { asStaff } from '#server/modules/audit/index.ts'
import { listImportRows, listImports, requireImport } from './import.queries.ts'
import { chooseMapping, chooseSheet, createImport, recogniseUpload } from './import.writes.ts'
import { exportRefused } from './refused-rows.ts'
import {
  addImportRedirects as writeImportRedirects,
  listImportRedirects,
} from './products/import-redirects.ts'
import { fileParts } from './run/pending-import.ts'
import { deleteData, requestApply, requestUndo, requireRows, withdraw } from './import-steps.writes.ts'

/** The permissions of the signed-in staff member. */
const permissionsOf = (context: RequestContext): readonly Permission[] => callerOf(context).permissions

/** AppError 403 if the caller may not import files of this kind. */
function requireKind(context: RequestContext, kind: ImportedKind): void {
  if (!permissionsOf(context).includes(importKinds[kind].permission)) throw notAllowed()
}

/** An import that the caller may see. AppError 403 or 404. */
async function requireOwnImport(db: Database, context: RequestContext, id: number) {
  const found = await requireImport(db, context.shop.shopId, id)
  requireKind(context, found.kind)
  return found
}

const upload = personalRoute(uploadImport, async ({ filename, ...choice }, context) => {
  requireKind(context, choice.kind)
  const [bytes] = context.files['file'] ?? []
  if (!bytes) {
    const message = 'Choose a file'
    throw new AppError(400, 'invalid_input', message, [{ path: 'file', message }])
  }
  const recognised = await recogniseUpload(bytes, choice)
  const id = await asStaff(context, (tx, write) =>
    createImport(tx, write, { fileName: filename || choice.kind, bytes }, recognised),
  )
  return { data: await requireImport(context.db, context.shop.shopId, id), message: 'File uploaded' }
})

const list = personalRoute(getImports, async (_input, context) => {
  const allowed = permissionsOf(context)
  const kinds = importedKinds.filter((kind) => allowed.includes(importKinds[kind].permission))
  return listImports(context.db, context.shop.shopId, kinds)
})

const read = personalRoute(getImport, async ({ id }, context) => ({
  data: await requireOwnImport(context.db, context, id),
}))

const sheet = personalRoute(chooseImportSheet, async ({ id, sheet: name }, context) => {
  const { shopId } = context.shop
  const { kind, sheets } = await requireOwnImport(context.db, context, id)
  if (!sheets.includes(name)) {
    const message = `The file has no sheet “${name}”`
    throw new AppError(400, 'invalid_input', message, [{ path: 'sheet', message }])
  }
  const recognised = await recogniseUpload(() => fileParts(context.db, { shopId, id }), {
    kind,
    sheet: name,
    source: 'auto',
  })
  const data = await asStaff(context, async (tx) => {
    await requireOwnImport(tx, context, id)
    await chooseSheet(tx, shopId, id, recognised)
    return requireImport(tx, shopId, id)
  })
  return { data, message: 'Checking the sheet' }
})

const map = personalRoute(
  mapImport,
  async ({ id, decimalmark, dateorder, addoptiontosku, ...settings }, context) => {
    const { shopId } = context.shop
    const data = await asStaff(context, async (tx) => {
      await requireOwnImport(tx, context, id)
      await chooseMapping(tx, shopId, id, {
        ...settings,
        decimalMark: decimalmark,
        dateOrder: dateorder,
        addsOptionToSkus: addoptiontosku,
      })
      return requireImport(tx, shopId, id)
    })
    return { data, message: 'Checking the file' }
  },
)

const rows = personalRoute(getImportRows, async ({ id, ...filter }, context) => {
  await requireOwnImport(context.db, context, id)
  return listImportRows(context.db, context.shop.shopId, id, filter)
})

const refused = personalRoute(exportRefusedRows, async ({ id }, context) => {
  const found = await requireOwnImport(context.db, context, id)
  return {
    name: `import-${id}-refused.csv`,
    stream: await exportRefused(context.db, context.shop.shopId, found),
  }
})

const oldPaths = personalRoute(getImportRedirects, async ({ id }, context) => {
  const { step, emptied_at: emptiedAt } = await requireOwnImport(context.db, context, id)
  const { shopId } = context.shop
  const isOffered = step === 'done' && emptiedAt === null
  const found = isOffered ? await listImportRedirects(context.db, { shopId, id }) : []
  return { data: { count: found.length, example: found[0] ?? null } }
})

const redirects = personalRoute(addImportRedirects, async ({ id }, context) => {
  const added = await asStaff(context, async (tx, write) => {
    await requireOwnImport(tx, context, id)
    const { job } = await requireRows(tx, write.shopId, id)
    return writeImportRedirects(tx, { ...write, job }, id)
  })
  return { data: { added }, message: added === 1 ? '1 redirect added' : `${added} redirects added` }
})

const apply = personalRoute(applyImport, async ({ id, accept }, context) => {
  const { shopId } = context.shop
  const data = await asStaff(context, async (tx) => {
    await requireOwnImport(tx, context, id)
    await requestApply(tx, shopId, id, accept)
    return requireImport(tx, shopId, id)
  })
  return { data, message: waitingText(data, 'The import starts') ?? 'The import has started' }
})

const undo = personalRoute(undoImport, async ({ id }, context) => {
  const { shopId } = context.shop
  const data = await asStaff(context, async (tx) => {
    await requireOwnImport(tx, context, id)
    await requestUndo(tx, shopId, id)
    return requireImport(tx, shopId, id)
  })
  return { data, message: waitingText(data, 'The undo starts') ?? 'The import is being undone' }
})

const withdrawal = personalRoute(withdrawImport, async ({ id }, context) => {
  const { shopId } = context.shop
  const data = await asStaff(context, async (tx, write) => {
    await requireOwnImport(tx, context, id)
    await withdraw(tx, write, id)
    return requireImport(tx, shopId, id)
  })
  const message = data.stopping ? 'The import stops after the current rows' : 'The import is withdrawn'
  return { data, message }
})

const emptying = personalRoute(emptyImport, async ({ id }, context) => {
  const { shopId } = context.shop
  const data = await asStaff(context, async (tx, write) => {
    await requireOwnImport(tx, context, id)
    await deleteData(tx, write, id)
    return requireImport(tx, shopId, id)
  })
  return { data, message: 'The file and its rows are deleted' }
})

/** "The undo starts when “products.csv” is finished". */
const waitingText = ({ waitsfor }: ImportSummary, what: string) =>
  waitsfor === null ? undefined : `${what} when “${waitsfor}” is finished`

export const importRoutes = [
  upload,
  list,
  read,
  sheet,
  map,
  rows,
  refused,
  oldPaths,
  redirects,
  apply,
  undo,
  withdrawal,
  emptying,
]
