import { makeSlug } from '#server/modules/catalog/index.ts'
import type { ProductTemplate, Vocabulary } from './product-templates.ts'
import { randomFrom, type Random } from './seeded-random.ts'

/** A generated product. Prices in major units, offer and GST in basis points. */
export interface GeneratedProduct {
  category: string
  subcategory: string
  name: string
  slug: string
  description: string
  offer: number
  gst: number
  daysAgo: number
  options: string[]
  variants: { options: Record<string, string>; price: number; stock: number; image: string | undefined }[]
  images: string[]
  specifications: { name: string; description: string }[]
}

/** An endless stream of products, equal for equal seeds, with slugs that are unique and not in `taken`. */
export function* generateProductStream(
  vocabulary: Vocabulary,
  seed: number,
  taken: Set<string>,
): Generator<GeneratedProduct, never> {
  const random = randomFrom(seed)
  const popular = byPopularity(vocabulary.templates, randomFrom(1))
  for (;;) {
    const product = generateProduct(vocabulary, popular(random.next()), random)
    if (taken.has(product.slug)) continue
    taken.add(product.slug)
    yield product
  }
}

/** Picks few templates often and most of them rarely, as in a real assortment. */
function byPopularity(templates: ProductTemplate[], random: Random): (share: number) => ProductTemplate {
  const sums: number[] = []
  let total = 0
  for (const _ of templates) sums.push((total += 1 / (0.05 + random.next())))
  return (share) => {
    let [from, to] = [0, templates.length - 1]
    while (from < to) {
      const middle = (from + to) >> 1
      if ((sums[middle] ?? total) > share * total) to = middle
      else from = middle + 1
    }
    return templates[from] as ProductTemplate
  }
}

function generateProduct(
  vocabulary: Vocabulary,
  template: ProductTemplate,
  random: Random,
): GeneratedProduct {
  const { noun, sizes } = template
  const image = random.pick(template.images)
  const series = random.pick(vocabulary.series)
  const material = random.pick(template.materials)
  const style = random.pick(
    /ware|Porcelain|China|Terracotta|Ceramic/.test(material) ? vocabulary.clayStyles : vocabulary.styles,
  )
  const variation = random.next()
  const inColours = template.coloured && variation < 0.2
  const inSizes = sizes.length > 0 && variation > 0.85
  const colours = inColours
    ? chooseColours(template, vocabulary, random)
    : [image.colour ?? random.pick(vocabulary.colours)]
  const chosenSizes = inSizes
    ? consecutive(sizes, 2 + Math.floor(random.next() * 3), random)
    : [random.pick(['', ...sizes])]

  const hasStyle = template.coloured && !inColours && !inSizes && random.chance(0.6)
  const attributes = hasStyle ? `${style} ${material}` : random.chance(0.5) ? `${series} ${material}` : series
  const colourInName = template.coloured && !inColours ? colours[0] : ''
  const sizeInName = inSizes ? '' : chosenSizes[0]
  const name = [`${template.coloured ? attributes : series} ${noun}`, colourInName, sizeInName]
    .filter(Boolean)
    .join(', ')

  const price = choosePrice(template.price, random)
  const soldOut = random.chance(0.07)
  const variants = colours.flatMap((colour) =>
    chosenSizes.map((size, step) => ({
      options: { ...(inColours && { Colour: colour }), ...(inSizes && { Size: size }) },
      price: inSizes ? round(price * (1 + step * 0.22)) : price,
      stock: soldOut || random.chance(0.08) ? 0 : 1 + Math.floor(random.next() ** 2 * 200),
      image: inColours ? template.images.find((other) => other.colour === colour)?.image : undefined,
    })),
  )
  const variantImages = inColours ? variants.flatMap((variant) => variant.image ?? []) : []
  const others = template.images.map((other) => other.image).filter((other) => other !== image.image)
  return {
    category: template.category,
    subcategory: template.subcategory,
    name,
    slug: makeSlug(name, 'product'),
    description: describeProduct(
      vocabulary,
      { noun: noun.toLowerCase(), material: material.toLowerCase(), series, style },
      random,
    ),
    offer: random.chance(0.22) ? random.pick([500, 1000, 1000, 1250, 1500, 2000, 2500, 3000, 4000]) : 0,
    gst: template.gst * 100,
    daysAgo: random.next() ** 1.7 * 1100,
    options: [...(inColours ? ['Colour'] : []), ...(inSizes ? ['Size'] : [])],
    variants,
    images: [
      ...new Set(
        variantImages.length > 0
          ? variantImages
          : [image.image, ...random.some(others, random.chance(0.5) ? 1 : 0)],
      ),
    ],
    specifications: specificationsOf(
      template,
      material,
      colours,
      chosenSizes,
      !template.coloured || random.chance(0.5) ? random.pick(vocabulary.care) : '',
    ),
  }
}

/** Prefers colours with an image. */
function chooseColours(template: ProductTemplate, vocabulary: Vocabulary, random: Random): string[] {
  const withImage = [...new Set(template.images.flatMap(({ colour }) => colour ?? []))]
  const wanted = 2 + Math.floor(random.next() * 3)
  const others = vocabulary.colours.filter((colour) => !withImage.includes(colour))
  const chosen = random.some(withImage, wanted)
  return [...chosen, ...random.some(others, Math.max(0, wanted - chosen.length))]
}

/** Consecutive sizes. */
function consecutive(sizes: string[], count: number, random: Random): string[] {
  const from = Math.floor(random.next() * Math.max(1, sizes.length - count + 1))
  return sizes.slice(from, from + count)
}

function choosePrice([low, high]: [number, number], random: Random): number {
  // The mean of three draws favours middle prices, and the ratio spreads them logarithmically.
  const share = (random.next() + random.next() + random.next()) / 3
  return round(low * (high / low) ** share)
}

/** Rounds to typical prices: 549, 1,490, 18,900. */
function round(price: number): number {
  if (price < 1000) return Math.max(9, Math.round(price / 10) * 10 - 1)
  return price < 10_000 ? Math.round(price / 50) * 50 - 10 : Math.round(price / 500) * 500 - 100
}

function describeProduct(vocabulary: Vocabulary, fill: Record<string, string>, random: Random): string {
  const room = random.pick(vocabulary.places)
  const { first, second, third } = vocabulary.description
  const sentences = [random.pick(first), random.pick(second), random.pick(third)]
  return sentences
    .map((sentence) =>
      sentence.replace(/\{(\w+)\}/g, (_, name: string) => ({ ...fill, place: room })[name] ?? ''),
    )
    .filter(Boolean)
    .join(' ')
}

function specificationsOf(
  template: ProductTemplate,
  material: string,
  colours: string[],
  sizes: string[],
  care: string,
) {
  const size = sizes.filter(Boolean).join('; ')
  const name = /ml|litre/.test(size)
    ? 'Capacity'
    : /\bk?g\b/.test(size)
      ? 'Weight'
      : /cm/.test(size)
        ? 'Dimensions'
        : ''
  return [
    ...(template.coloured ? [{ name: 'Material', description: material }] : []),
    ...(template.coloured ? [{ name: 'Colour', description: colours.join(', ') }] : []),
    ...(name ? [{ name, description: size }] : []),
    ...(care ? [{ name: 'Care', description: care }] : []),
  ]
}
