import {
  bulkProducts,
  duplicateProduct,
  getAdminProduct,
  getAdminProducts,
  patchProduct,
  uploadPicture,
} from '#contract/admin-product.ts'
import { createProduct, deleteProduct, updateProduct } from '#contract/product.ts'
import { AppError } from '#server/http/errors.ts'
import { personalRoute, type PersonalContext } from '#server/http/route.ts'
import { asStaff, findVersion, requireVersion } from '#server/modules/journal/index.ts'
import { toMinor } from '#server/modules/pricing/index.ts'
import { requireForStaff } from './admin-product-detail.queries.ts'
import { countForStaff, listForStaff, requireRow } from './admin-product-list.queries.ts'
import { changeInBulk } from './product-bulk.ts'
import { copyProduct } from './product-copy.writes.ts'
import { changesOf } from './product-input.rules.ts'
import { inWireNames } from './product-names.rules.ts'
import { setPriceAndStock } from './product-quick.writes.ts'
import type { ProductState } from './product.rules.ts'
import * as products from './product.writes.ts'
import { lockProduct } from './product-state.queries.ts'
import { remember } from './remember.ts'
import { addUploads, storeUploads } from './upload.writes.ts'

const create = personalRoute(createProduct, async (sent, context) => {
  const { configId } = context.shop
  const stored = await storeUploads(context, 'productimages')
  const work = asStaff(context, async (tx, write) => {
    await addUploads(tx, configId, context.storage, stored)
    const input = changesOf(sent, knownFrom(context, stored))
    const { name = '', categoryId = 0, variants = [], ...rest } = input
    return products.createProduct(tx, write, { ...rest, name, categoryId, variants })
  })
  return { data: { productid: await inWireNames(work) }, message: 'Product created successfully' }
})

const update = personalRoute(updateProduct, async ({ productid, version, ...sent }, context) => {
  const { configId } = context.shop
  const subject = { subject: 'product', subjectId: productid }
  const stored = await storeUploads(context, 'productimages')
  const work = asStaff(context, async (tx, write) => {
    const before = await lockProduct(tx, configId, productid)
    await requireVersion(tx, write, { ...subject, version })
    await addUploads(tx, configId, context.storage, stored)
    const changes = changesOf(sent, knownFrom(context, stored, before))
    await products.updateProduct(tx, write, productid, changes)
    return findVersion(tx, configId, subject)
  })
  return { data: { productid, version: await inWireNames(work) }, message: 'Product saved' }
})

function knownFrom(
  { shop }: Pick<PersonalContext, 'shop'>,
  stored: readonly { file: string }[],
  before?: ProductState,
): Parameters<typeof changesOf>[1] {
  return { currency: shop.currency, uploads: stored.map(({ file }) => file), ...(before && { before }) }
}

// What becomes of a product that is deleted is decided here and nowhere else.
const remove = personalRoute(deleteProduct, async ({ productid, version }, context) => {
  const message = await asStaff(context, async (tx, write) => {
    const product = await lockProduct(tx, context.shop.configId, productid)
    await requireVersion(tx, write, { subject: 'product', subjectId: productid, version })
    const { name } = product
    const outcome = await products.deleteProduct(tx, write, productid)
    return outcome === 'deleted'
      ? `${name} is deleted`
      : `${name} is archived: a product that was ordered is archived instead of deleted`
  })
  return { message }
})

const list = personalRoute(getAdminProducts, ({ page, limit, sort, ...filter }, context) => {
  const { db, shop } = context
  const count = () => countForStaff(db, shop.configId, filter)
  // How many are low in stock changes with every sale, which is not told as a change of the shop.
  const counted = () =>
    filter.stock === 'low' ? count() : remember(context, `staff total ${JSON.stringify(filter)}`, count)
  return listForStaff(db, shop, filter, { page, limit, sort }, counted)
})

const read = personalRoute(getAdminProduct, async ({ id }, { db, shop }) => ({
  data: await requireForStaff(db, shop, id),
}))

const patch = personalRoute(patchProduct, async ({ id, version, variantid, price, stock }, context) => {
  const { db, shop } = context
  const minor = price === undefined ? undefined : toMinor(price, shop.currency)
  await asStaff(context, (tx, write) =>
    setPriceAndStock(tx, write, { id, version, variantId: variantid, price: minor, stock }),
  )
  return { data: await requireRow(db, shop, id), message: 'Saved' }
})

const duplicate = personalRoute(duplicateProduct, async ({ id }, context) => {
  const productid = await asStaff(context, (tx, write) => copyProduct(tx, write, id))
  return { data: { productid }, message: 'The copy is a draft' }
})

const bulk = personalRoute(bulkProducts, async (input, context) => {
  const data = await changeInBulk(input, context)
  const many = `${data.changed} ${data.changed === 1 ? 'product' : 'products'}`
  return { data, message: data.job ? `${many} changed` : `${many} would change` }
})

const upload = personalRoute(uploadPicture, async (_input, context) => {
  const [stored] = await storeUploads(context, 'picture')
  if (!stored) {
    const message = 'Please choose a picture'
    throw new AppError(400, 'invalid_input', message, [{ path: 'picture', message }])
  }
  await asStaff(context, (tx) => addUploads(tx, context.shop.configId, context.storage, [stored], 'loose'))
  const { file, width, height } = stored
  return { data: { file, width, height } }
})

export const adminProductRoutes = [create, update, remove, list, read, patch, duplicate, bulk, upload]
