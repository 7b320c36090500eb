import {
  createSubcategory,
  deleteSubcategory,
  getAdminSubcategories,
  orderSubcategories,
  updateSubcategory,
} from '#contract/admin-subcategory.ts'
import { personalRoute, route } from '#server/http/route.ts'
import { asStaff } from '#server/modules/journal/index.ts'
import { listAdminSubcategories } from './admin-subcategory.queries.ts'
import { given } from './input.rules.ts'
import { setOrder } from './order.writes.ts'
import * as subcategories from './subcategory.writes.ts'
import { requireUpload, withPicture } from './uploaded-picture.ts'

const picture = 'productsubcategoryimage'

/** What staff does with subcategories. */
export const subcategoryRoutes = [
  route(getAdminSubcategories, (input, { db, shop }) => listAdminSubcategories(db, shop.configId, input)),

  personalRoute(createSubcategory, async ({ subcategoryName: name, categoryId, slug }, context) => {
    requireUpload(context, picture)
    const id = await withPicture(context, picture, (tx, write, file) =>
      subcategories.createSubcategory(tx, write, {
        name,
        categoryId,
        ...given({ slug, picture: file }),
      }),
    )
    return { data: { id }, message: 'Subcategory added successfully' }
  }),

  personalRoute(updateSubcategory, async (input, context) => {
    const { id, subcategoryName: name, categoryId, slug, version } = input
    await withPicture(context, picture, (tx, write, file) =>
      subcategories.updateSubcategory(tx, write, id, {
        name,
        categoryId,
        ...given({ slug, picture: file }),
        version,
      }),
    )
    return { message: 'Subcategory updated successfully' }
  }),

  personalRoute(deleteSubcategory, async ({ id, moveTo }, context) => {
    await asStaff(context, (tx, write) => subcategories.deleteSubcategory(tx, write, id, { moveTo }))
    return { message: 'Subcategory deleted successfully' }
  }),

  personalRoute(orderSubcategories, async ({ ids }, context) => {
    await asStaff(context, (tx, write) => setOrder(tx, write, 'subcategory', ids))
    return { message: 'The new order is saved' }
  }),
]
