import {
  createCategory,
  deleteCategory,
  getAdminCategories,
  orderCategories,
  updateCategory,
} from '#contract/admin-category.ts'
import { personalRoute, route } from '#server/http/route.ts'
import { asStaff } from '#server/modules/journal/index.ts'
import { listAdminCategories } from './admin-category.queries.ts'
import * as categories from './category.writes.ts'
import { given } from './input.rules.ts'
import { listLeading } from './leading.queries.ts'
import { setOrder } from './order.writes.ts'
import { requireUpload, withPicture } from './uploaded-picture.ts'

const picture = 'productcategoryimage'

/** What staff does with categories. */
export const categoryRoutes = [
  route(getAdminCategories, async (input, { db, shop }) => {
    const { data, total } = await listAdminCategories(db, shop.configId, input)
    const leading = await listLeading(db, shop, data)
    return { data: data.map((row) => ({ ...row, ledToBy: leading.get(row.id) ?? [] })), total }
  }),

  personalRoute(createCategory, async ({ productcategoryname: name, slug }, context) => {
    requireUpload(context, picture)
    const id = await withPicture(context, picture, (tx, write, file) =>
      categories.createCategory(tx, write, { name, ...given({ slug, picture: file }) }),
    )
    return { data: { id }, message: 'Category added successfully' }
  }),

  personalRoute(updateCategory, async ({ id, productcategoryname: name, slug, version }, context) => {
    await withPicture(context, picture, (tx, write, file) =>
      categories.updateCategory(tx, write, id, { name, ...given({ slug, picture: file }), version }),
    )
    return { message: 'Category updated successfully' }
  }),

  personalRoute(deleteCategory, async ({ id, moveTo }, context) => {
    await asStaff(context, (tx, write) => categories.deleteCategory(tx, write, id, { moveTo }))
    return { message: 'Category deleted successfully' }
  }),

  personalRoute(orderCategories, async ({ ids }, context) => {
    await asStaff(context, (tx, write) => setOrder(tx, write, 'category', ids))
    return { message: 'The new order is saved' }
  }),
]
