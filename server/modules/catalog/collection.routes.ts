import {
  createCollection,
  deleteCollection,
  getAdminCollection,
  getAdminCollections,
  orderCollections,
  previewCollection,
  updateCollection,
} from '#contract/admin-collection.ts'
import { personalRoute, route } from '#server/http/route.ts'
import { asStaff } from '#server/modules/journal/index.ts'
import { findAdminCollection, listAdminCollections } from './admin-collection.queries.ts'
import * as collections from './collection.writes.ts'
import { given, notFound } from './input.rules.ts'
import { setOrder } from './order.writes.ts'
import { countProducts, listFirst } from './product-list.queries.ts'
import { prepareSelection } from './product-selection.queries.ts'
import { withPicture } from './uploaded-picture.ts'

/** So many cards show what a rule catches. */
const previewed = 8

/** What staff does with collections. */
export const collectionRoutes = [
  route(getAdminCollections, (input, { db, shop }) => listAdminCollections(db, shop, input)),

  route(getAdminCollection, async ({ id }, { db, shop }) => {
    const data = await findAdminCollection(db, shop.configId, id)
    if (!data) throw notFound('collection')
    return { data }
  }),

  route(previewCollection, async ({ rule }, { db, shop }) => {
    const selection = await prepareSelection(db, shop, rule)
    return {
      data: await listFirst(db, shop, selection, previewed),
      total: await countProducts(db, selection),
    }
  }),

  personalRoute(createCollection, async (input, context) => {
    const id = await withPicture(context, 'picture', (tx, write, file) =>
      collections.createCollection(tx, write, { ...given(input), picture: file ?? null }),
    )
    return { data: { id }, message: 'Collection added successfully' }
  }),

  personalRoute(updateCollection, async ({ id, version, ...input }, context) => {
    await withPicture(context, 'picture', (tx, write, file) =>
      collections.updateCollection(tx, write, id, {
        ...given({ ...input, picture: file ?? input.picture }),
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
    await asStaff(context, (tx, write) => setOrder(tx, write, 'collection', ids))
    return { message: 'The new order is saved' }
  }),
]
