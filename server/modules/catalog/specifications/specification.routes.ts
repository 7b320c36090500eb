import {
  createSpecification,
  deleteSpecification,
  editSpecification,
  getAdminSpecification,
  getAdminSpecifications,
  orderSpecifications,
} from '#contract/catalog/admin/specification.ts'
import { personalRoute, route } from '#server/http/route.ts'
import { asStaff } from '#server/modules/audit/index.ts'
import { definedFields, notFound } from '../input.rules.ts'
import { reorder } from '../positions/reorder.writes.ts'
import * as specifications from './specification.writes.ts'
import { withWireNames } from '../wire-names.ts'
import { findAdminSpecification, listAdminSpecifications } from './specification.queries.ts'

const wireNames = { name: 'specificationName' }

/** The dashboard's specification endpoints. */
export const specificationRoutes = [
  route(getAdminSpecifications, (input, { db, shop }) => listAdminSpecifications(db, shop.shopId, input)),

  route(getAdminSpecification, async ({ id }, { db, shop }) => {
    const data = await findAdminSpecification(db, shop.shopId, id)
    if (!data) throw notFound('specification')
    return { data }
  }),

  personalRoute(
    createSpecification,
    async ({ specificationName: name, heading, filterable = false }, context) => {
      const work = asStaff(context, (tx, write) =>
        specifications.createSpecification(tx, write, { name, filterable, ...definedFields({ heading }) }),
      )
      const id = await withWireNames(wireNames, work)
      return { data: { id }, message: 'Specification added successfully' }
    },
  ),

  personalRoute(editSpecification, async (input, context) => {
    const { specificationid: id, specificationName: name, heading, filterable, version } = input
    const work = asStaff(context, (tx, write) =>
      specifications.updateSpecification(tx, write, id, {
        name,
        ...definedFields({ filterable, heading }),
        version,
      }),
    )
    await withWireNames(wireNames, work)
    return { message: 'Specification updated successfully' }
  }),

  personalRoute(deleteSpecification, async ({ specificationid: id, moveTo }, context) => {
    await asStaff(context, (tx, write) => specifications.deleteSpecification(tx, write, id, { moveTo }))
    return { message: 'Specification deleted successfully' }
  }),

  personalRoute(orderSpecifications, async ({ ids }, context) => {
    await asStaff(context, (tx, write) => reorder(tx, write, 'specification', ids))
    return { message: 'Order saved' }
  }),
]
