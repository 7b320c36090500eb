import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database, Transaction } from '#server/db/connect.ts'
import {
  addImages,
  createBanner,
  createCategory,
  createCollection,
  createProduct,
  createSpecification,
  createSubcategory,
} from '#server/modules/catalog/index.ts'
import { createContentPage } from '#server/modules/content/index.ts'
import { toMinor } from '#server/modules/pricing/index.ts'
import { updateShop } from '#server/modules/shop/index.ts'
import { openStorageForJobs, type StorageSettings } from '#server/platform/storage/open-storage.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import {
  collections,
  filterable,
  headings,
  readCatalog,
  type DemoCatalog,
  type DemoProduct,
} from './catalog.ts'
import { daysAgo, insertComments } from './insert-comments.ts'
import { storeDemoImages, type DemoImages } from './store-images.ts'

/** Loads the demo into shop 1 if the settings ask for it and the shop is empty. Returns whether it did. */
export async function loadDemoIfEmpty(
  db: Database,
  config: StorageSettings & { demo: boolean },
): Promise<boolean> {
  return config.demo && loadDemo(db, { shopId: 1, storage: openStorageForJobs(config) })
}

/**
 * Loads the demo catalog into a shop without categories and products, in one transaction. Safe to run in several processes
 * at once. Skips missing image files. Returns whether it loaded the demo.
 */
export async function loadDemo(
  db: Database,
  { shopId, storage, imageFolder }: { shopId: number; storage: Storage; imageFolder?: string },
): Promise<boolean> {
  if (!(await isEmpty(db, shopId))) return false
  const [catalog, images] = await Promise.all([readCatalog(), storeDemoImages(storage, imageFolder)])
  return db.transaction().execute(async (tx) => {
    await waitForTurn(tx, shopId)
    if (!(await isEmpty(tx, shopId))) return false
    await load(tx, shopId, catalog, images)
    return true
  })
}

async function isEmpty(db: Database, shopId: number): Promise<boolean> {
  const { rows } = await sql<{ empty: boolean }>`
    select not exists (select from category where config_id = ${shopId})
      and not exists (select from product where config_id = ${shopId}) as empty`.execute(db)
  return rows[0]?.empty === true
}

// Polls instead of waiting within a statement, because statements time out after 3 s.
async function waitForTurn(tx: Transaction, shopId: number): Promise<void> {
  const key = `demo ${shopId}`
  for (;;) {
    const { rows } = await sql<{ acquired: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${key}, 0)) as acquired`.execute(tx)
    if (rows[0]?.acquired) return
    await wait(50)
  }
}

async function load(tx: Transaction, shopId: number, demo: DemoCatalog, images: DemoImages): Promise<void> {
  const context = { shopId, actor: { id: null, name: 'Demo catalog' } }
  const fileOf = (image: string) => images.get(image)?.file ?? null
  const { currency } = await tx
    .selectFrom('shop')
    .select('currency')
    .where('config_id', '=', shopId)
    .executeTakeFirstOrThrow()
  await updateShop(tx, context, demo.store)
  await addImages(tx, shopId, [...images.values()])

  const subcategories = new Map<string, { categoryId: number; subcategoryId: number }>()
  for (const category of demo.categories) {
    const { name, slug, image } = category
    const categoryId = await createCategory(tx, context, { name, slug, image: fileOf(image) })
    for (const { name: subname, slug: subslug, image: subimage } of category.subcategories) {
      const input = { categoryId, name: subname, slug: subslug, image: fileOf(subimage) }
      const subcategoryId = await createSubcategory(tx, context, input)
      subcategories.set(`${name}/${subname}`, { categoryId, subcategoryId })
    }
  }
  const specifications = new Map<string, number>()
  for (const name of demo.specifications) {
    specifications.set(
      name,
      await createSpecification(tx, context, {
        name,
        heading: headings[name] ?? '',
        filterable: filterable.has(name),
      }),
    )
  }

  const products = new Map<string, number>()
  for (const product of demo.products) {
    const category = subcategories.get(`${product.category}/${product.subcategory}`)
    if (!category) throw new Error(`${product.slug} is in an unknown category`)
    const id = await createProduct(tx, context, {
      ...category,
      name: product.name,
      slug: product.slug,
      description: product.description,
      isNew: product.isNew === 1,
      offer: Math.round(product.offer * 100),
      gst: Math.round(product.gst * 100),
      weight: gramsOf(product),
      options: product.options ?? [],
      variants: variantsOf(product, currency, fileOf),
      images: imagesOf(product, fileOf),
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
    await createCollection(tx, context, { ...collection, image: fileOf(image), productIds })
  }
  await createCollection(tx, context, {
    slug: 'sale',
    name: 'Sale',
    description: 'Everything that costs less than usual, for as long as it lasts.',
    image: fileOf('candle-pillar-trio.webp'),
    rule: { onsale: true },
  })
  for (const { image: name, ...banner } of demo.banners) {
    const image = fileOf(name)
    if (image) await createBanner(tx, context, { ...banner, image })
  }
  for (const page of demo.pages) await createContentPage(tx, context, page)
  await insertComments(tx, context, demo, products, images)
}

function variantsOf(product: DemoProduct, currency: string, fileOf: (image: string) => string | null) {
  const { price, stock, variants } = product
  if (!variants) return [{ price: toMinor(price, currency), stock }]
  return variants.map(({ image, ...variant }) => ({
    ...variant,
    price: toMinor(variant.price ?? price, currency),
    image: fileOf(image),
  }))
}

/** The available images with alt texts. */
function imagesOf({ name, images, variants = [] }: DemoProduct, fileOf: (image: string) => string | null) {
  return images.flatMap((image) => {
    const file = fileOf(image)
    const variant = variants.find((each) => each.image === image)
    const detail = image.includes('-detail') ? ', close up' : ''
    const alt = variant ? `${name}, ${Object.values(variant.options)[0]}` : `${name}${detail}`
    return file ? { file, alt } : []
  })
}

/** Reads the specification "Weight", such as "380 g", "5.4 kg" or "2 x 380 g"; 0 without one. */
function gramsOf({ specifications }: DemoProduct): number {
  const text = specifications.find(({ name }) => name === 'Weight')?.description ?? ''
  const [, units = '1', amount = '0', unit] = /^(?:(\d+) x )?([\d.]+) (k?g)\b/.exec(text) ?? []
  return Math.round(Number(units) * Number(amount) * (unit === 'kg' ? 1000 : 1))
}
