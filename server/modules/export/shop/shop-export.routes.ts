import { createReadStream } from 'node:fs'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { downloadShopExport, getShopExports, requestShopExport } from '#contract/export/shop-export.ts'
import { permissions } from '#contract/endpoint.ts'
import { AppError } from '#server/http/errors.ts'
import { personalRoute, route, type RequestContext, type Route } from '#server/http/route.ts'
import { callerOf, notAllowed } from '#server/http/session/audience.ts'
import { asStaff } from '#server/modules/audit/index.ts'
import { findExportFile, listShopExports } from './shop-export.queries.ts'
import { requestExport } from './shop-export.writes.ts'

/** The archive contains what each permission protects. */
function requireEveryPermission(context: RequestContext): void {
  const { permissions: granted } = callerOf(context)
  if (!permissions.every((permission) => granted.includes(permission))) throw notAllowed()
}

/** Exports of a whole shop for staff. */
export const shopExportRoutes: readonly Route[] = [
  route(getShopExports, async (_input, context) => {
    requireEveryPermission(context)
    return { data: await listShopExports(context.db, context.shop.shopId) }
  }),

  personalRoute(requestShopExport, async (_input, context) => {
    requireEveryPermission(context)
    await asStaff(context, requestExport)
    return { message: 'Export started' }
  }),

  personalRoute(downloadShopExport, async ({ id }, context) => {
    requireEveryPermission(context)
    const { db, shop, services } = context
    const found = await findExportFile(db, shop.shopId, id)
    const path = join(services.exportsFolder, found?.file ?? '')
    const isThere = await access(path).then(
      () => true,
      () => false,
    )
    if (!found || !isThere) {
      throw new AppError(404, 'not_found', 'This export is no longer there. Start a new one.')
    }
    return { name: `haat-shop-${shop.shopId}-${found.day}.zip`, stream: createReadStream(path) }
  }),
]
