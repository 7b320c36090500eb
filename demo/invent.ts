import { makeSlug } from '#server/modules/catalog/index.ts'
import type { Kind, Words } from './kinds.ts'
import { randomFrom, type Random } from './random.ts'

/** A product that might be in the shop. Prices in major units, offer and GST in basis points. */
export interface InventedProduct {
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

/** Invents products without end, the same ones for the same seed. No slug is given that is in `taken`, nor one twice. */
export function* inventProducts(
  words: Words,
  seed: number,
  taken: Set<string>,
): Generator<InventedProduct, never> {
  const random = randomFrom(seed)
  const popular = byPopularity(words.kinds, randomFrom(1))
  for (;;) {
    const product = invent(words, popular(random.next()), random)
    if (taken.has(product.slug)) continue
    taken.add(product.slug)
    yield product
  }
}

/** Some kinds of things are sold in many models, most in few. */
function byPopularity(kinds: Kind[], random: Random): (share: number) => Kind {
  const sums: number[] = []
  let total = 0
  for (const _ of kinds) sums.push((total += 1 / (0.05 + random.next())))
  return (share) => {
    let [from, to] = [0, kinds.length - 1]
    while (from < to) {
      const middle = (from + to) >> 1
      if ((sums[middle] ?? total) > share * total) to = middle
      else from = middle + 1
    }
    return kinds[from] as Kind
  }
}

function invent(words: Words, kind: Kind, random: Random): InventedProduct {
  const { noun, sizes } = kind
  const picture = random.pick(kind.pictures)
  const series = random.pick(words.series)
  const material = random.pick(kind.materials)
  const style = random.pick(
    /ware|Porcelain|China|Terracotta|Ceramic/.test(material) ? words.clayStyles : words.styles,
  )
  const how = random.next()
  const inColours = kind.coloured && how < 0.2
  const inSizes = sizes.length > 0 && how > 0.85
  const colours = inColours
    ? chooseColours(kind, words, random)
    : [picture.colour ?? random.pick(words.colours)]
  const chosenSizes = inSizes
    ? neighbours(sizes, 2 + Math.floor(random.next() * 3), random)
    : [random.pick(['', ...sizes])]

  const styled = kind.coloured && !inColours && !inSizes && random.chance(0.6)
  const made = styled ? `${style} ${material}` : random.chance(0.5) ? `${series} ${material}` : series
  const saysColour = kind.coloured && !inColours ? colours[0] : ''
  const saysSize = inSizes ? '' : chosenSizes[0]
  const name = [`${kind.coloured ? made : series} ${noun}`, saysColour, saysSize].filter(Boolean).join(', ')

  const price = choosePrice(kind.price, random)
  const soldOut = random.chance(0.07)
  const variants = colours.flatMap((colour) =>
    chosenSizes.map((size, step) => ({
      options: { ...(inColours && { Colour: colour }), ...(inSizes && { Size: size }) },
      price: inSizes ? round(price * (1 + step * 0.22)) : price,
      stock: soldOut || random.chance(0.08) ? 0 : 1 + Math.floor(random.next() ** 2 * 200),
      image: inColours ? kind.pictures.find((shown) => shown.colour === colour)?.image : undefined,
    })),
  )
  const shown = inColours ? variants.flatMap(({ image }) => image ?? []) : []
  const others = kind.pictures.map(({ image }) => image).filter((image) => image !== picture.image)
  return {
    category: kind.category,
    subcategory: kind.subcategory,
    name,
    slug: makeSlug(name, 'product'),
    description: describe(
      words,
      { noun: noun.toLowerCase(), material: material.toLowerCase(), series, style },
      random,
    ),
    offer: random.chance(0.22) ? random.pick([500, 1000, 1000, 1250, 1500, 2000, 2500, 3000, 4000]) : 0,
    gst: kind.gst * 100,
    daysAgo: random.next() ** 1.7 * 1100,
    options: [...(inColours ? ['Colour'] : []), ...(inSizes ? ['Size'] : [])],
    variants,
    images: [
      ...new Set(
        shown.length > 0 ? shown : [picture.image, ...random.some(others, random.chance(0.5) ? 1 : 0)],
      ),
    ],
    specifications: specify(
      kind,
      material,
      colours,
      chosenSizes,
      !kind.coloured || random.chance(0.5) ? random.pick(words.care) : '',
    ),
  }
}

/** Colours that there are pictures of first. */
function chooseColours(kind: Kind, words: Words, random: Random): string[] {
  const pictured = [...new Set(kind.pictures.flatMap(({ colour }) => colour ?? []))]
  const wanted = 2 + Math.floor(random.next() * 3)
  const others = words.colours.filter((colour) => !pictured.includes(colour))
  const some = random.some(pictured, wanted)
  return [...some, ...random.some(others, Math.max(0, wanted - some.length))]
}

/** Sizes that follow each other. */
function neighbours(sizes: string[], count: number, random: Random): string[] {
  const from = Math.floor(random.next() * Math.max(1, sizes.length - count + 1))
  return sizes.slice(from, from + count)
}

function choosePrice([low, high]: [number, number], random: Random): number {
  // Three draws, so that most things cost something in the middle; by ratio, because prices spread that way.
  const share = (random.next() + random.next() + random.next()) / 3
  return round(low * (high / low) ** share)
}

/** As prices are written: 549, 1,490, 18,900. */
function round(price: number): number {
  if (price < 1000) return Math.max(9, Math.round(price / 10) * 10 - 1)
  return price < 10_000 ? Math.round(price / 50) * 50 - 10 : Math.round(price / 500) * 500 - 100
}

function describe(words: Words, fill: Record<string, string>, random: Random): string {
  const place = random.pick(words.places)
  const { first, second, third } = words.description
  const sentences = [random.pick(first), random.pick(second), random.pick(third)]
  return sentences
    .map((sentence) => sentence.replace(/\{(\w+)\}/g, (_, name: string) => ({ ...fill, place })[name] ?? ''))
    .filter(Boolean)
    .join(' ')
}

function specify(kind: Kind, material: string, colours: string[], sizes: string[], care: string) {
  const size = sizes.filter(Boolean).join('; ')
  const name = /ml|litre/.test(size)
    ? 'Capacity'
    : /\bk?g\b/.test(size)
      ? 'Weight'
      : /cm/.test(size)
        ? 'Dimensions'
        : ''
  return [
    ...(kind.coloured ? [{ name: 'Material', description: material }] : []),
    ...(kind.coloured ? [{ name: 'Colour', description: colours.join(', ') }] : []),
    ...(name ? [{ name, description: size }] : []),
    ...(care ? [{ name: 'Care', description: care }] : []),
  ]
}
