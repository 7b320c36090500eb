import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { imagesFolder } from './catalogue.ts'

/** One sort of thing that a shop sells, with all that its products are made of. Prices in major units, GST in percent. */
export interface Kind {
  category: string
  subcategory: string
  /** "Espresso Cup" */
  noun: string
  materials: string[]
  /** In which sizes it comes, smallest first; empty where size is not said. */
  sizes: string[]
  /** Whether its name says colour and material. */
  coloured: boolean
  price: [number, number]
  gst: number
  /** Demo pictures that show something like it. */
  pictures: { image: string; colour: string | undefined }[]
}

export interface Words {
  series: string[]
  styles: string[]
  /** Of things made from clay. */
  clayStyles: string[]
  colours: string[]
  places: string[]
  care: string[]
  description: { first: string[]; second: string[]; third: string[] }
  kinds: Kind[]
}

interface WordsFile {
  series: string
  styles: string
  clayStyles: string
  colours: string
  places: string
  care: string
  description: Words['description']
  measures: Record<string, { of: string; sizes: string }>
  soft: { of: string; materials: string }
  plain: string
  categories: {
    name: string
    gst: number
    price: [number, number]
    materials: string
    pictures: string
    subcategories: Record<string, string>
  }[]
}

/** Reads the words from which products are invented. */
export function readWords(): Words {
  const file = JSON.parse(readFileSync(join(import.meta.dirname, 'words.json'), 'utf8')) as WordsFile
  const colours = listOf(file.colours)
  const images = readdirSync(imagesFolder).filter((image) => !/-detail|^banner|^category/.test(image))
  const shown = images.sort().map((image) => ({ image, colour: colourOf(image, colours) }))
  const measures = Object.values(file.measures).map(({ of, sizes }) => ({
    of: of.split(' '),
    sizes: listOf(sizes),
  }))
  const soft = file.soft.of.split(' ')
  const plain = file.plain.split(' ')

  const kinds = file.categories.flatMap((category) =>
    Object.entries(category.subcategories).flatMap(([subcategory, nouns]) =>
      listOf(nouns).map((noun, i): Kind => {
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
          pictures: picturesLike(words, category.pictures.split(' '), i, shown),
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
    kinds,
  }
}

function listOf(text: string): string[] {
  return text.split(', ')
}

function colourOf(image: string, colours: string[]): string | undefined {
  return colours.find((colour) => image.includes(`-${colour.toLowerCase().replace(' ', '-')}`))
}

/** Pictures named like one of the words; else of one of the category's own things, the same for the same noun. */
function picturesLike(
  words: string[],
  ofCategory: string[],
  i: number,
  shown: Kind['pictures'],
): Kind['pictures'] {
  const named = words.map((word) => word.toLowerCase())
  const same = shown.filter(({ image }) => named.includes(image.replace(/[-.].*/, '')))
  if (same.length > 0) return same
  const prefix = ofCategory[(i + words.join().length) % ofCategory.length] ?? ''
  return shown.filter(({ image }) => image.startsWith(prefix))
}
