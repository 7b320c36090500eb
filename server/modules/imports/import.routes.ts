import {
  exportRefusedRows,
  getImport,
  getImportRows,
  getImports,
  mapImport,
  applyImport,
  undoImport,
  uploadImport,
} from '#contract/catalog/import.ts'
import { AppError } from '#server/http/errors.ts'
import { personalRoute, route } from '#server/http/route.ts'
import { asStaff } from '#server/modules/audit/index.ts'
import { toCsv } from '#server/modules/reports/index.ts'
import { listImportRows, listImports, listRefusedRows, requireImport } from './import.queries.ts'
import { chooseMapping, createImport, recogniseUpload, requestApply, requestUndo } from './import.writes.ts'

const upload = personalRoute(uploadImport, async ({ filename, source }, context) => {
  const [bytes] = context.files['file'] ?? []
  if (!bytes) {
    const message = 'Choose a file'
    throw new AppError(400, 'invalid_input', message, [{ path: 'file', message }])
  }
  const recognised = await recogniseUpload(bytes, source)
  const id = await asStaff(context, (tx, write) =>
    createImport(tx, write, { fileName: filename || 'products', bytes }, recognised),
  )
  return { data: await requireImport(context.db, context.shop.configId, id), message: 'File uploaded' }
})

const list = route(getImports, async (_input, { db, shop }) => ({
  data: await listImports(db, shop.configId),
}))

const read = route(getImport, async ({ id }, { db, shop }) => ({
  data: await requireImport(db, shop.configId, id),
}))

const map = personalRoute(mapImport, async ({ id, decimalmark, ...settings }, context) => {
  const { configId } = context.shop
  const data = await asStaff(context, async (tx) => {
    await chooseMapping(tx, configId, id, { ...settings, decimalMark: decimalmark })
    return requireImport(tx, configId, id)
  })
  return { data, message: 'Checking the file' }
})

const rows = route(getImportRows, async ({ id, ...filter }, { db, shop: { configId } }) => {
  await requireImport(db, configId, id)
  return listImportRows(db, configId, id, filter)
})

const refused = route(exportRefusedRows, async ({ id }, { db, shop: { configId, currency } }) => {
  await requireImport(db, configId, id)
  const found = await listRefusedRows(db, configId, id)
  const lines = found.map(({ line, name, reason }) => [line, name, reason ?? ''])
  return {
    name: `import-${id}-refused.csv`,
    bytes: toCsv([['Line', 'Product', 'Reason'], ...lines], currency),
  }
})

const apply = personalRoute(applyImport, async ({ id, accept }, context) => {
  const { configId } = context.shop
  const data = await asStaff(context, async (tx) => {
    await requestApply(tx, configId, id, accept)
    return requireImport(tx, configId, id)
  })
  return { data, message: 'The import has started' }
})

const undo = personalRoute(undoImport, async ({ id }, context) => {
  const { configId } = context.shop
  const data = await asStaff(context, async (tx) => {
    await requestUndo(tx, configId, id)
    return requireImport(tx, configId, id)
  })
  return { data, message: 'The import is being undone' }
})

export const importRoutes = [upload, list, read, map, rows, refused, apply, undo]
