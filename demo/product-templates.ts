import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { imageFolder } from './catalog.ts'

/** A kind of product with the values that its products vary. Prices in major units, GST in percent. */
export interface ProductTemplate {
  category: string
  subcategory: string
  /** "Espresso Cup" */
  noun: string
  materials: string[]
  /** Its sizes, smallest first; empty for products without sizes. */
  sizes: string[]
  /** Whether the name contains colour and material. */
  coloured: boolean
  price: [number, number]
  gst: number
  /** Demo images of similar products. */
  images: { image: string; colour: string | undefined }[]
}

export interface Vocabulary {
  series: string[]
  styles: string[]
  /** Styles of products made from clay. */
  clayStyles: string[]
  colours: string[]
  places: string[]
  care: string[]
  description: { first: string[]; second: string[]; third: string[] }
  templates: ProductTemplate[]
}

interface VocabularyFile {
  series: string
  styles: string
  clayStyles: string
  colours: string
  places: string
  care: string
  description: Vocabulary['description']
  measures: Record<string, { of: string; sizes: string }>
  soft: { of: string; materials: string }
  plain: string
  categories: {
    name: string
    gst: number
    price: [number, number]
    materials: string
    images: string
    subcategories: Record<string, string>
  }[]
}

/** Reads the vocabulary of the product generator. */
export function readVocabulary(): Vocabulary {
  const file = JSON.parse(
    readFileSync(join(import.meta.dirname, 'vocabulary.json'), 'utf8'),
  ) as VocabularyFile
  const colours = listOf(file.colours)
  const images = readdirSync(imageFolder).filter((image) => !/-detail|^banner|^category/.test(image))
  const colouredImages = images.sort().map((image) => ({ image, colour: colourOf(image, colours) }))
  const measures = Object.values(file.measures).map(({ of, sizes }) => ({
    of: of.split(' '),
    sizes: listOf(sizes),
  }))
  const soft = file.soft.of.split(' ')
  const plain = file.plain.split(' ')

  const templates = file.categories.flatMap((category) =>
    Object.entries(category.subcategories).flatMap(([subcategory, nouns]) =>
      listOf(nouns).map((noun, i): ProductTemplate => {
        const words = noun.split(' ')
        const last = words.at(-1) ?? noun
        return {
          category: category.name,
          subcategory,
          noun,
          materials: listOf(soft.includes(last) ? file.soft.materials : category.materials),
          sizes: measures.find(({ of }) => of.includes(last))?.sizes ?? [],
          coloured: !plain.includes(last),
          price: category.price,
          gst: category.gst,
          images: similarImages(words, category.images.split(' '), i, colouredImages),
        }
      }),
    ),
  )
  return {
    series: listOf(file.series),
    styles: listOf(file.styles),
    clayStyles: listOf(file.clayStyles),
    colours,
    places: listOf(file.places),
    care: listOf(file.care),
    description: file.description,
    templates,
  }
}

function listOf(text: string): string[] {
  return text.split(', ')
}

function colourOf(image: string, colours: string[]): string | undefined {
  return colours.find((colour) => image.includes(`-${colour.toLowerCase().replace(' ', '-')}`))
}

/** Images whose name starts with one of the words, or else images of one product of the category. */
function similarImages(
  words: string[],
  categoryImages: string[],
  i: number,
  images: ProductTemplate['images'],
): ProductTemplate['images'] {
  const prefixes = words.map((word) => word.toLowerCase())
  const same = images.filter(({ image }) => prefixes.includes(image.replace(/[-.].*/, '')))
  if (same.length > 0) return same
  const prefix = categoryImages[(i + words.join().length) % categoryImages.length] ?? ''
  return images.filter(({ image }) => image.startsWith(prefix))
}
