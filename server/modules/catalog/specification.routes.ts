import {
  createSpecification,
  deleteSpecification,
  editSpecification,
  getAdminSpecifications,
  orderSpecifications,
} from '#contract/admin-specification.ts'
import { personalRoute, route } from '#server/http/route.ts'
import { asStaff } from '#server/modules/journal/index.ts'
import { listAdminSpecifications } from './admin-specification.queries.ts'
import { given } from './input.rules.ts'
import { setOrder } from './order.writes.ts'
import * as specifications from './specification.writes.ts'

/** What staff does with the names of specifications. */
export const specificationRoutes = [
  route(getAdminSpecifications, (input, { db, shop }) => listAdminSpecifications(db, shop.configId, input)),

  personalRoute(createSpecification, async ({ specificationName: name, filterable = false }, context) => {
    const id = await asStaff(context, (tx, write) =>
      specifications.createSpecification(tx, write, { name, filterable }),
    )
    return { data: { id }, message: 'Specification added successfully' }
  }),

  personalRoute(editSpecification, async (input, context) => {
    const { specificationid: id, specificationName: name, filterable, version } = input
    await asStaff(context, (tx, write) =>
      specifications.updateSpecification(tx, write, id, { name, ...given({ filterable }), version }),
    )
    return { message: 'Specification updated successfully' }
  }),

  personalRoute(deleteSpecification, async ({ specificationid: id, moveTo }, context) => {
    await asStaff(context, (tx, write) => specifications.deleteSpecification(tx, write, id, { moveTo }))
    return { message: 'Specification deleted successfully' }
  }),

  personalRoute(orderSpecifications, async ({ ids }, context) => {
    await asStaff(context, (tx, write) => setOrder(tx, write, 'specification', ids))
    return { message: 'The new order is saved' }
  }),
]
