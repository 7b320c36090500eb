import {
  createCustomField,
  deleteCustomField,
  getCustomField,
  getCustomFields,
  updateCustomField,
  type CustomFieldSubject,
} from '#contract/custom-fields/custom-field.ts'
import { getCustomValues, updateCustomValues } from '#contract/custom-fields/custom-value.ts'
import type { Permission } from '#contract/endpoint.ts'
import { personalRoute, route, type Route } from '#server/http/route.ts'
import { callerOf, notAllowed } from '#server/http/session/audience.ts'
import { asStaff } from '#server/modules/audit/index.ts'
import { listCustomFields, listFieldsOf, requireCustomField } from './custom-field.queries.ts'
import * as writes from './custom-field.writes.ts'
import { listRecordValues } from './custom-value.queries.ts'
import { updateValues, type RequireImages } from './custom-value.writes.ts'

/** Who may read and change the values of each subject. */
export const permissionFor = {
  product: 'catalog',
  variant: 'catalog',
  category: 'catalog',
  customer: 'customers',
  order: 'orders',
} as const satisfies Record<CustomFieldSubject, Permission>

/** Throws AppError 401 or 403 unless the caller may read and change the values of this subject. */
function requirePermission(context: Parameters<typeof callerOf>[0], subject: CustomFieldSubject): void {
  if (!callerOf(context).permissions.includes(permissionFor[subject])) throw notAllowed()
}

/** The calls of custom fields and their values. `requireImages` belongs to the catalog. */
export const customFieldRoutes = (requireImages: RequireImages): readonly Route[] => [
  route(getCustomFields, (filter, { db, shop }) => listCustomFields(db, shop.shopId, filter)),

  route(getCustomField, async ({ id }, { db, shop: { shopId } }) => ({
    data: await requireCustomField(db, shopId, id),
  })),

  personalRoute(createCustomField, async (input, context) => {
    const id = await asStaff(context, (tx, write) => writes.createCustomField(tx, write, input))
    return { data: { id }, message: 'Custom field added' }
  }),

  personalRoute(updateCustomField, async ({ id, ...changes }, context) => {
    await asStaff(context, (tx, write) => writes.updateCustomField(tx, write, id, changes))
    return { message: 'Custom field saved' }
  }),

  personalRoute(deleteCustomField, async ({ id }, context) => {
    await asStaff(context, (tx, write) => writes.deleteCustomField(tx, write, id))
    return { message: 'Custom field deleted' }
  }),

  personalRoute(getCustomValues, async ({ subject, ids }, context) => {
    requirePermission(context, subject)
    const { db, shop } = context
    const fields = await listFieldsOf(db, shop.shopId, subject)
    return { data: { fields, records: await listRecordValues(db, shop.shopId, subject, { ids, fields }) } }
  }),

  personalRoute(updateCustomValues, async (change, context) => {
    requirePermission(context, change.subject)
    const { currency } = context.shop
    await asStaff(context, (tx, write) => updateValues(tx, write, change, { currency, requireImages }))
    return { message: 'Saved' }
  }),
]
