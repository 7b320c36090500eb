import {
  createCategory,
  deleteCategory,
  getAdminCategories,
  getAdminCategory,
  orderCategories,
  updateCategory,
} from '#contract/catalog/admin/category.ts'
import { personalRoute, route } from '#server/http/route.ts'
import { asStaff } from '#server/modules/audit/index.ts'
import { findAdminCategory, listAdminCategories } from './admin-category.queries.ts'
import * as categories from './category.writes.ts'
import { definedFields, emptyIsNone, notFound } from '../input.rules.ts'
import { listLinkedFrom } from './category-links.queries.ts'
import { reorder } from '../positions/reorder.writes.ts'
import { requireUpload, withUploadedImage } from '../images/uploaded-image.ts'
import { withWireNames } from '../wire-names.ts'

const image = 'productcategoryimage'
const wireNames = { name: 'productcategoryname', image, sizeGuide: 'sizeguide' }

/** The dashboard's category endpoints. */
export const categoryRoutes = [
  route(getAdminCategories, async (input, { db, shop }) => {
    const { data, total } = await listAdminCategories(db, shop.shopId, input)
    const linkedFrom = await listLinkedFrom(db, shop, data)
    return { data: data.map((row) => ({ ...row, linkedFrom: linkedFrom.get(row.id) ?? [] })), total }
  }),

  route(getAdminCategory, async ({ id }, { db, shop }) => {
    const data = await findAdminCategory(db, shop.shopId, id)
    if (!data) throw notFound('category')
    const linkedFrom = (await listLinkedFrom(db, shop, [data])).get(id) ?? []
    return { data: { ...data, linkedFrom } }
  }),

  personalRoute(createCategory, async ({ productcategoryname: name, slug, taxclass, sizeguide }, context) => {
    requireUpload(context, image)
    const work = withUploadedImage(context, image, (tx, write, file) =>
      categories.createCategory(tx, write, {
        name,
        ...definedFields({
          slug,
          image: file,
          taxClass: emptyIsNone(taxclass),
          sizeGuide: emptyIsNone(sizeguide),
        }),
      }),
    )
    const id = await withWireNames(wireNames, work)
    return { data: { id }, message: 'Category added successfully' }
  }),

  personalRoute(
    updateCategory,
    async ({ id, productcategoryname: name, slug, taxclass, sizeguide, version }, context) => {
      const work = withUploadedImage(context, image, (tx, write, file) =>
        categories.updateCategory(tx, write, id, {
          name,
          ...definedFields({
            slug,
            image: file,
            taxClass: emptyIsNone(taxclass),
            sizeGuide: emptyIsNone(sizeguide),
          }),
          version,
        }),
      )
      await withWireNames(wireNames, work)
      return { message: 'Category updated successfully' }
    },
  ),

  personalRoute(deleteCategory, async ({ id, moveTo }, context) => {
    await asStaff(context, (tx, write) => categories.deleteCategory(tx, write, id, { moveTo }))
    return { message: 'Category deleted successfully' }
  }),

  personalRoute(orderCategories, async ({ ids }, context) => {
    await asStaff(context, (tx, write) => reorder(tx, write, 'category', ids))
    return { message: 'Order saved' }
  }),
]
