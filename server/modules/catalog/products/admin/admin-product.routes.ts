import {
  bulkProducts,
  duplicateProduct,
  getAdminProduct,
  getAdminProducts,
  patchProduct,
  uploadImage,
} from '#contract/catalog/admin/product.ts'
import { createProduct, deleteProduct, updateProduct } from '#contract/catalog/product.ts'
import { AppError } from '#server/http/errors.ts'
import { personalRoute, type PersonalContext } from '#server/http/route.ts'
import { asStaff, lockVersion } from '#server/modules/audit/index.ts'
import { enteredToMinor } from '#server/modules/pricing/index.ts'
import { requireAdminProduct } from './admin-product-detail.queries.ts'
import { countAdminProducts, listAdminProducts } from './admin-product-list.queries.ts'
import { runBulkChange } from '../bulk/bulk-change.ts'
import { duplicateAsDraft } from '../editing/duplicate-product.writes.ts'
import { productChanges } from '../editing/product-input.rules.ts'
import { setPriceAndStock } from '../editing/price-and-stock.writes.ts'
import type { ProductState } from '../editing/product.rules.ts'
import * as creation from '../editing/create-products.writes.ts'
import * as writes from '../editing/product.writes.ts'
import { lockProduct } from '../editing/product-state.queries.ts'
import { memoize } from '#server/http/cache/memoize.ts'
import { withWireNames } from '../../wire-names.ts'
import { addUploads, storeUploads } from '../../images/upload.writes.ts'

const wireNames = {
  name: 'productname',
  description: 'productdescription',
  categoryId: 'productcategoryid',
  subcategoryId: 'productsubcategoryid',
  isNew: 'is_new',
  offer: 'productoffer',
  gst: 'productgst',
  taxClass: 'taxclass',
  weight: 'productweight',
  specifications: 'productspecification',
  searchTitle: 'search_title',
  searchDescription: 'search_description',
}

const create = personalRoute(createProduct, async (sent, context) => {
  const { shopId } = context.shop
  const stored = await storeUploads(context, 'productimages')
  const work = asStaff(context, async (tx, write) => {
    const adding = addUploads(tx, shopId, context.services.storage, stored)
    const input = productChanges(sent, inputContext(context, stored))
    const { name = '', categoryId = 0, variants = [], ...rest } = input
    const creating = creation.createProduct(tx, write, { ...rest, name, categoryId, variants })
    const [id] = await Promise.all([creating, adding])
    return id
  })
  return {
    data: { productid: await withWireNames(wireNames, work) },
    message: 'Product created successfully',
  }
})

const update = personalRoute(updateProduct, async ({ productid, version, ...sent }, context) => {
  const { shopId } = context.shop
  const stored = await storeUploads(context, 'productimages')
  const work = asStaff(context, async (tx, write) => {
    const seen = { subject: 'product', subjectId: productid, version }
    const before = await lockVersion(tx, write, seen, lockProduct(tx, shopId, productid))
    await addUploads(tx, shopId, context.services.storage, stored)
    const changes = productChanges(sent, inputContext(context, stored, before))
    return writes.updateLockedProduct(tx, write, { id: productid, before }, changes)
  })
  return { data: { productid, version: await withWireNames(wireNames, work) }, message: 'Product saved' }
})

function inputContext(
  { shop }: Pick<PersonalContext, 'shop'>,
  stored: readonly { file: string }[],
  before?: ProductState,
): Parameters<typeof productChanges>[1] {
  return { currency: shop.currency, uploads: stored.map(({ file }) => file), ...(before && { before }) }
}

const remove = personalRoute(deleteProduct, async ({ productid, version }, context) => {
  const message = await asStaff(context, async (tx, write) => {
    const seen = { subject: 'product', subjectId: productid, version }
    const { name } = await lockVersion(tx, write, seen, lockProduct(tx, context.shop.shopId, productid))
    const outcome = await writes.deleteProduct(tx, write, productid)
    return outcome === 'deleted'
      ? `${name} deleted`
      : `${name} archived: products with orders are archived instead of deleted`
  })
  return { message }
})

const list = personalRoute(getAdminProducts, ({ page, limit, sort, ...filter }, context) => {
  const { db, shop } = context
  const count = () => countAdminProducts(db, shop.shopId, filter)
  // Every sale may change which products are low in stock, without a change of the catalog version.
  const memoizedCount = () =>
    filter.stock === 'low' ? count() : memoize(context, `staff total ${JSON.stringify(filter)}`, count)
  return listAdminProducts(db, shop, filter, { page, limit, sort }, memoizedCount)
})

const read = personalRoute(getAdminProduct, async ({ id }, { db, shop }) => ({
  data: await requireAdminProduct(db, shop, id),
}))

const patch = personalRoute(patchProduct, async ({ id, version, variantid, price, stock }, context) => {
  const { shop } = context
  const minor = price === undefined ? undefined : enteredToMinor(price, shop.currency, 'price')
  const data = await asStaff(context, (tx, write) =>
    setPriceAndStock(tx, write, shop, { id, version, variantId: variantid, price: minor, stock }),
  )
  return { data, message: 'Saved' }
})

const duplicate = personalRoute(duplicateProduct, async ({ id }, context) => {
  const productid = await asStaff(context, (tx, write) => duplicateAsDraft(tx, write, id))
  return { data: { productid }, message: 'Saved as draft' }
})

const bulk = personalRoute(bulkProducts, async (input, context) => {
  const data = await runBulkChange(input, context)
  const products = `${data.changed} ${data.changed === 1 ? 'product' : 'products'}`
  return { data, message: data.job ? `${products} changed` : `${products} will change` }
})

const upload = personalRoute(uploadImage, async (_input, context) => {
  const [stored] = await storeUploads(context, 'image')
  if (!stored) {
    const message = 'Please choose an image'
    throw new AppError(400, 'invalid_input', message, [{ path: 'image', message }])
  }
  await asStaff(context, (tx) =>
    addUploads(tx, context.shop.shopId, context.services.storage, [stored], 'orphaned'),
  )
  const { file, width, height } = stored
  return { data: { file, width, height } }
})

export const adminProductRoutes = [create, update, remove, list, read, patch, duplicate, bulk, upload]
