import {
  createSubcategory,
  deleteSubcategory,
  getAdminSubcategories,
  getAdminSubcategory,
  orderSubcategories,
  updateSubcategory,
} from '#contract/catalog/admin/subcategory.ts'
import { personalRoute, route } from '#server/http/route.ts'
import { asStaff } from '#server/modules/audit/index.ts'
import { findAdminSubcategory, listAdminSubcategories } from './admin-subcategory.queries.ts'
import { definedFields, emptyIsNone, notFound } from '../input.rules.ts'
import { reorder } from '../positions/reorder.writes.ts'
import * as subcategories from './subcategory.writes.ts'
import { requireUpload, withUploadedImage } from '../images/uploaded-image.ts'
import { withWireNames } from '../wire-names.ts'

const image = 'productsubcategoryimage'
const wireNames = { name: 'subcategoryName', image, sizeGuide: 'sizeguide' }

/** The dashboard's subcategory endpoints. */
export const subcategoryRoutes = [
  route(getAdminSubcategories, (input, { db, shop }) => listAdminSubcategories(db, shop.shopId, input)),

  route(getAdminSubcategory, async ({ id }, { db, shop }) => {
    const data = await findAdminSubcategory(db, shop.shopId, id)
    if (!data) throw notFound('subcategory')
    return { data }
  }),

  personalRoute(
    createSubcategory,
    async ({ subcategoryName: name, categoryId, slug, sizeguide }, context) => {
      requireUpload(context, image)
      const work = withUploadedImage(context, image, (tx, write, file) =>
        subcategories.createSubcategory(tx, write, {
          name,
          categoryId,
          ...definedFields({ slug, image: file, sizeGuide: emptyIsNone(sizeguide) }),
        }),
      )
      const id = await withWireNames(wireNames, work)
      return { data: { id }, message: 'Subcategory added successfully' }
    },
  ),

  personalRoute(updateSubcategory, async (input, context) => {
    const { id, subcategoryName: name, categoryId, slug, sizeguide, version } = input
    const work = withUploadedImage(context, image, (tx, write, file) =>
      subcategories.updateSubcategory(tx, write, id, {
        name,
        categoryId,
        ...definedFields({ slug, image: file, sizeGuide: emptyIsNone(sizeguide) }),
        version,
      }),
    )
    await withWireNames(wireNames, work)
    return { message: 'Subcategory updated successfully' }
  }),

  personalRoute(deleteSubcategory, async ({ id, moveTo }, context) => {
    await asStaff(context, (tx, write) => subcategories.deleteSubcategory(tx, write, id, { moveTo }))
    return { message: 'Subcategory deleted successfully' }
  }),

  personalRoute(orderSubcategories, async ({ ids }, context) => {
    await asStaff(context, (tx, write) => reorder(tx, write, 'subcategory', ids))
    return { message: 'Order saved' }
  }),
]
