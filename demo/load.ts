import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database, Transaction } from '#server/db/connect.ts'
import {
  addPictures,
  createBanner,
  createCategory,
  createCollection,
  createProduct,
  createSpecification,
  createSubcategory,
} from '#server/modules/catalog/index.ts'
import { createComment } from '#server/modules/comments/index.ts'
import { createContentPage } from '#server/modules/content/index.ts'
import { toMinor } from '#server/modules/pricing/index.ts'
import { updateShop } from '#server/modules/shop/index.ts'
import { collections, filterable, readCatalogue, type DemoCatalogue, type DemoProduct } from './catalogue.ts'
import { storeDemoPictures, type DemoPictures } from './pictures.ts'

/** Loads the demo into the first shop, if the process is set to and that shop is empty. Answers whether it did. */
export async function loadDemoIfEmpty(
  db: Database,
  config: { demo: boolean; dataDir: string },
): Promise<boolean> {
  return config.demo && loadDemo(db, { configId: 1, dataDir: config.dataDir })
}

/**
 * Fills an empty shop with the demo catalogue: everything in one transaction, so that a kill leaves all or nothing. A
 * shop that has, or had, a category or a product is left as it is. Several processes may call it at once. A picture that
 * is missing from the folder of images is left out.
 */
export async function loadDemo(
  db: Database,
  { configId, dataDir, images }: { configId: number; dataDir: string; images?: string },
): Promise<boolean> {
  if (!(await isEmpty(db, configId))) return false
  const [catalogue, pictures] = await Promise.all([readCatalogue(), storeDemoPictures(dataDir, images)])
  return db.transaction().execute(async (tx) => {
    await waitForTurn(tx, configId)
    if (!(await isEmpty(tx, configId))) return false
    await load(tx, configId, catalogue, pictures)
    return true
  })
}

async function isEmpty(db: Database, configId: number): Promise<boolean> {
  const { rows } = await sql<{ empty: boolean }>`
    select not exists (select from category where config_id = ${configId})
      and not exists (select from product where config_id = ${configId}) as empty`.execute(db)
  return rows[0]?.empty === true
}

// Asked again and again rather than waited for in the database, whose statements end after 3 s.
async function waitForTurn(tx: Transaction, configId: number): Promise<void> {
  const key = `demo ${configId}`
  for (;;) {
    const { rows } = await sql<{ mine: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${key}, 0)) as mine`.execute(tx)
    if (rows[0]?.mine) return
    await wait(50)
  }
}

async function load(
  tx: Transaction,
  configId: number,
  demo: DemoCatalogue,
  pictures: DemoPictures,
): Promise<void> {
  const context = { configId, actor: { id: null, name: 'Demo catalogue' } }
  const fileOf = (image: string) => pictures.get(image)?.file ?? null
  const { currency } = await tx
    .selectFrom('shop')
    .select('currency')
    .where('config_id', '=', configId)
    .executeTakeFirstOrThrow()
  await updateShop(tx, context, demo.store)
  await addPictures(tx, configId, [...pictures.values()])

  const subcategories = new Map<string, { categoryId: number; subcategoryId: number }>()
  for (const category of demo.categories) {
    const { name, slug, image } = category
    const categoryId = await createCategory(tx, context, { name, slug, picture: fileOf(image) })
    for (const { name: subname, slug: subslug, image: subimage } of category.subcategories) {
      const input = { categoryId, name: subname, slug: subslug, picture: fileOf(subimage) }
      const subcategoryId = await createSubcategory(tx, context, input)
      subcategories.set(`${name}/${subname}`, { categoryId, subcategoryId })
    }
  }
  const specifications = new Map<string, number>()
  for (const name of demo.specifications) {
    specifications.set(
      name,
      await createSpecification(tx, context, { name, filterable: filterable.has(name) }),
    )
  }

  const products = new Map<string, number>()
  for (const product of demo.products) {
    const place = subcategories.get(`${product.category}/${product.subcategory}`)
    if (!place) throw new Error(`${product.slug} is in an unknown category`)
    const id = await createProduct(tx, context, {
      ...place,
      name: product.name,
      slug: product.slug,
      description: product.description,
      isNew: product.isNew === 1,
      offer: Math.round(product.offer * 100),
      gst: Math.round(product.gst * 100),
      weight: gramsOf(product),
      options: product.options ?? [],
      variants: variantsOf(product, currency, fileOf),
      pictures: picturesOf(product, fileOf),
      specifications: product.specifications.flatMap(({ name, description }) => {
        const specificationId = specifications.get(name)
        return specificationId ? { specificationId, description } : []
      }),
      createdAt: daysAgo(product.createdDaysAgo),
    })
    products.set(product.slug, id)
  }

  for (const { products: slugs, image, ...collection } of collections) {
    const productIds = slugs.flatMap((slug) => products.get(slug) ?? [])
    await createCollection(tx, context, { ...collection, picture: fileOf(image), productIds })
  }
  await createCollection(tx, context, {
    slug: 'sale',
    name: 'Sale',
    description: 'Everything that costs less than usual, for as long as it lasts.',
    picture: fileOf('candle-pillar-trio.webp'),
    rule: { onsale: true },
  })
  for (const { image, ...banner } of demo.banners) {
    const picture = fileOf(image)
    if (picture) await createBanner(tx, context, { ...banner, picture })
  }
  for (const page of demo.pages) await createContentPage(tx, context, page)
  for (const { product, user, comment, daysAgo: days } of demo.comments) {
    const productId = products.get(product)
    const author = { configId, actor: { id: null, name: user } }
    if (productId) await createComment(tx, author, { productId, body: comment, createdAt: daysAgo(days) })
  }
}

function variantsOf(product: DemoProduct, currency: string, fileOf: (image: string) => string | null) {
  const { price, stock, variants } = product
  if (!variants) return [{ price: toMinor(price, currency), stock }]
  return variants.map(({ image, ...variant }) => ({
    ...variant,
    price: toMinor(variant.price ?? price, currency),
    picture: fileOf(image),
  }))
}

/** The pictures that are there, each with a text that says what it shows. */
function picturesOf({ name, images, variants = [] }: DemoProduct, fileOf: (image: string) => string | null) {
  return images.flatMap((image) => {
    const file = fileOf(image)
    const shown = variants.find((variant) => variant.image === image)
    const detail = image.includes('-detail') ? ', close up' : ''
    const alt = shown ? `${name}, ${Object.values(shown.options)[0]}` : `${name}${detail}`
    return file ? { file, alt } : []
  })
}

function daysAgo(days: number): Date {
  return new Date(Date.now() - days * 86_400_000)
}

/** What the specification says: "380 g", "5.4 kg"; 0 where it says nothing. */
function gramsOf({ specifications }: DemoProduct): number {
  const text = specifications.find(({ name }) => name === 'Weight')?.description ?? ''
  const [, pieces = '1', amount = '0', unit] = /^(?:(\d+) x )?([\d.]+) (k?g)\b/.exec(text) ?? []
  return Math.round(Number(pieces) * Number(amount) * (unit === 'kg' ? 1000 : 1))
}
