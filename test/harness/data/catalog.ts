import type { Database } from '#server/db/connect.ts'
import {
  addImages,
  createCategory,
  createProduct,
  createSpecification,
  createSubcategory,
  type ProductInput,
} from '#server/modules/catalog/index.ts'
import { offerPrice } from '#server/modules/pricing/index.ts'

/** The expected values of a product, computed from the written input. Prices in minor units. */
export interface KnownProduct {
  id: number
  input: ProductInput
  live: boolean
  price: number
  sale: number
  inStock: boolean
  /** Ratings from comments, each from 1 to 5. */
  stars: number[]
  /** `Colour: Sage` */
  facets: Set<string>
}

export interface KnownCatalog {
  products: KnownProduct[]
  categoryIds: number[]
  subcategories: { id: number; categoryId: number }[]
}

/** Pseudo-random numbers from 0 to 1, the same in every run. */
export function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
    return (state >>> 8) / 2 ** 24
  }
}

export const colours = ['Sage', 'Clay', 'Oat', 'Black', 'Rust']
export const materials = ['Stoneware', 'Oak', 'Wool', 'Brass']
const sizes = ['Small', 'Large']
const DAY_MS = 86_400_000
const anHourAgo = Date.now() - 3_600_000
const names = [
  'Tidal Mug',
  'Ember Mug',
  '100% Wool_Throw',
  'O\'Neil \\ Sons "Lamp"',
  'मिट्टी का मग',
  'Oak shelf',
]
const prices = [9_900, 24_950, 24_950, 49_900, 150_000]

/**
 * Writes a random catalog to a shop: three categories, six subcategories, and all kinds of products, some with equal
 * prices and times, drafts, offers and sold-out ones.
 */
export async function seedCatalog(db: Database, shopId: number, count: number): Promise<KnownCatalog> {
  const random = randomNumbers(shopId)
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
  const some = <T>(from: readonly T[]) => from.filter(() => random() < 0.4)
  const context = { shopId, actor: { id: null, name: 'Seed' } }

  return await db.transaction().execute(async (tx) => {
    const files = ['a.webp', 'b.webp', 'c.webp']
    await addImages(
      tx,
      shopId,
      files.map((file) => ({ file, width: 1200, height: 900, bytes: 9 })),
    )
    const material = await createSpecification(tx, context, { name: 'Material', filterable: true })
    const weight = await createSpecification(tx, context, { name: 'Weight' })
    const categoryIds: number[] = []
    const subcategories: KnownCatalog['subcategories'] = []
    for (const name of ['Tableware', 'Lighting', 'Decor']) {
      const categoryId = await createCategory(tx, context, { name })
      categoryIds.push(categoryId)
      for (const kind of ['Small', 'Large']) {
        const id = await createSubcategory(tx, context, { categoryId, name: `${kind} ${name}` })
        subcategories.push({ id, categoryId })
      }
    }
    const products: KnownProduct[] = []
    for (let index = 0; index < count; index++) {
      const { id: subcategoryId, categoryId } = pick(subcategories)
      const options = pick([[], ['Colour'], ['Colour', 'Size']])
      const variant = (chosen: Record<string, string>) => ({
        options: chosen,
        price: pick(prices),
        stock: random() < 0.4 ? 0 : 4,
      })
      const chosenColours = [pick(colours), ...some(colours)]
      const chosen = [...new Set(options.length ? chosenColours : ['none'])].flatMap(
        (Colour): Record<string, string>[] =>
          options.length === 2 ? sizes.map((Size) => ({ Colour, Size })) : [options.length ? { Colour } : {}],
      )
      const made = [pick(materials), ...some(materials)]
      const input: ProductInput = {
        name: `${pick(names)} ${index}`,
        categoryId,
        subcategoryId: random() < 0.1 ? null : subcategoryId,
        status: pick(['live', 'live', 'live', 'live', 'live', 'draft', 'archived']),
        isNew: random() < 0.3,
        offer: pick([0, 0, 0, 1_250, 3_333]),
        gst: 1_200,
        options,
        variants: chosen.map(variant),
        images: some(files).map((file, at) => ({ file, alt: at ? '' : 'Seen from above' })),
        specifications: [
          { specificationId: material, description: [...new Set(made)].join(', ') },
          { specificationId: weight, description: `${index} g` },
        ],
        createdAt: new Date(anHourAgo - 3 * DAY_MS * Math.floor(random() * 20)),
      }
      const stars = index % 2 ? [] : [1 + (index % 5), 1 + (index % 3), 5].slice(index % 3)
      products.push(knownOf(await createProduct(tx, context, input), input, made, stars))
    }
    const comments = products.flatMap(({ id, stars }) =>
      stars.map((rating) => ({
        config_id: shopId,
        product_id: id,
        author_name: 'Ravi',
        body: 'Kept',
        rating,
      })),
    )
    await tx.insertInto('comment').values(comments).execute()
    return { products, categoryIds, subcategories }
  })
}

function knownOf(id: number, input: ProductInput, made: string[], stars: number[]): KnownProduct {
  const price = Math.min(...input.variants.map((variant) => variant.price))
  const options = input.variants.flatMap((variant) => Object.entries(variant.options ?? {}))
  return {
    id,
    input,
    live: input.status === 'live',
    price,
    sale: offerPrice(price, input.offer ?? 0),
    stars,
    inStock: input.variants.some(({ stock = 0 }) => stock > 0),
    facets: new Set([
      ...options.map(([name, value]) => `${name}: ${value}`),
      ...made.map((value) => `Material: ${value}`),
    ]),
  }
}
