import {
  createCollection,
  deleteCollection,
  getAdminCollection,
  getAdminCollections,
  orderCollections,
  previewCollection,
  updateCollection,
} from '#contract/catalog/admin/collection.ts'
import { personalRoute, route } from '#server/http/route.ts'
import { asStaff } from '#server/modules/audit/index.ts'
import { findAdminCollection, listAdminCollections } from './admin-collection.queries.ts'
import * as collections from './collection.writes.ts'
import { definedFields, notFound } from '../input.rules.ts'
import { reorder } from '../positions/reorder.writes.ts'
import { countProducts, listFirst } from '../products/listing/product-list.queries.ts'
import { prepareSelection } from '../products/listing/product-selection.queries.ts'
import { withUploadedImage } from '../images/uploaded-image.ts'

const PREVIEW_CARDS = 8

/** The dashboard's collection endpoints. */
export const collectionRoutes = [
  route(getAdminCollections, (input, { db, shop }) => listAdminCollections(db, shop, input)),

  route(getAdminCollection, async ({ id }, { db, shop }) => {
    const data = await findAdminCollection(db, shop.shopId, id)
    if (!data) throw notFound('collection')
    return { data }
  }),

  route(previewCollection, async ({ rule }, { db, shop }) => {
    const selection = await prepareSelection(db, shop, rule)
    return {
      data: await listFirst(db, shop, selection, PREVIEW_CARDS),
      total: await countProducts(db, selection),
    }
  }),

  personalRoute(createCollection, async (input, context) => {
    const id = await withUploadedImage(context, 'image', (tx, write, file) =>
      collections.createCollection(tx, write, { ...definedFields(input), image: file ?? null }),
    )
    return { data: { id }, message: 'Collection added successfully' }
  }),

  personalRoute(updateCollection, async ({ id, version, ...input }, context) => {
    await withUploadedImage(context, 'image', (tx, write, file) =>
      collections.updateCollection(tx, write, id, {
        ...definedFields({ ...input, image: file ?? input.image }),
        version,
      }),
    )
    return { message: 'Collection updated successfully' }
  }),

  personalRoute(deleteCollection, async ({ id }, context) => {
    await asStaff(context, (tx, write) => collections.deleteCollection(tx, write, id))
    return { message: 'Collection deleted successfully' }
  }),

  personalRoute(orderCollections, async ({ ids }, context) => {
    await asStaff(context, (tx, write) => reorder(tx, write, 'collection', ids))
    return { message: 'Order saved' }
  }),
]
