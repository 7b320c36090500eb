import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The content of catalog.json. Prices in major units, offer and GST in percent. */
export interface DemoCatalog {
  store: { name: string; tagline: string; currency: string }
  categories: {
    name: string
    slug: string
    image: string
    subcategories: { name: string; slug: string; image: string }[]
  }[]
  specifications: string[]
  products: DemoProduct[]
  banners: { image: string; title: string; subtitle: string; link: string }[]
  comments: DemoComment[]
  questions: DemoQuestion[]
  pages: { slug: string; title: string; body: string }[]
}

/** What somebody wrote on the product with the slug `product`. */
interface DemoWriting {
  product: string
  user: string
  daysAgo: number
  /** The shop’s reply. */
  reply?: string
}

export interface DemoComment extends DemoWriting {
  comment: string
  rating: number
  /** Whether the author bought it here; `sku` names the variant. */
  bought: boolean
  sku?: string
  /** Image files. */
  photos?: string[]
}

export interface DemoQuestion extends DemoWriting {
  question: string
  answers: { user: string; answer: string; daysAgo: number }[]
}

export interface DemoProduct {
  name: string
  slug: string
  /** The names of its category and subcategory. */
  category: string
  subcategory: string
  description: string
  price: number
  offer: number
  gst: number
  isNew: 0 | 1
  stock: number
  createdDaysAgo: number
  images: string[]
  specifications: { name: string; description: string }[]
  options?: string[]
  variants?: { sku: string; options: Record<string, string>; price?: number; stock: number; image: string }[]
}

/** The folder of the demo images. */
export const imageFolder = join(import.meta.dirname, 'images')

export async function readCatalog(): Promise<DemoCatalog> {
  return JSON.parse(await readFile(join(import.meta.dirname, 'catalog.json'), 'utf8')) as DemoCatalog
}

/** The specifications that filter the demo's product lists. */
export const filterable = new Set(['Material', 'Colour', 'Light source', 'Light', 'Wireless', 'Warranty'])

/** The headings under which product pages list the demo's specifications. */
export const headings: Readonly<Record<string, string>> = {
  Dimensions: 'Size and weight',
  Weight: 'Size and weight',
  Capacity: 'Size and weight',
  Material: 'Material and care',
  Colour: 'Material and care',
  Care: 'Material and care',
  'Light source': 'Use',
  'Burning time': 'Use',
  Assembly: 'Use',
  Battery: 'Use',
  Light: 'Use',
  Wireless: 'Use',
  Warranty: 'Use',
  Includes: 'Use',
  Impedance: 'Use',
  Speeds: 'Use',
}

/** The collections that the footer links to, with the slugs of their products. */
export const collections = [
  {
    slug: 'men',
    name: 'Gifts for him',
    description: 'Iron, walnut and good sound: things that are used every day and outlast the wrapping.',
    image: 'turntable-oak.webp',
    products: [
      'groove-turntable',
      'forge-iron-skillet',
      'still-over-ear-headphones',
      'slow-pour-kettle',
      'heron-desk-lamp',
      'fern-insulated-bottle',
      'gully-radio',
      'ridge-serving-board',
      'noon-wall-clock',
      'murmur-portable-speaker',
      'kali-salt-and-pepper-mills',
      'drawer-and-desk-tray',
    ],
  },
  {
    slug: 'women',
    name: 'Gifts for her',
    description: 'Soft light, soft linen and small ceramics, from a candle to an armchair.',
    image: 'candle-ribbed-blush.webp',
    products: [
      'morel-table-lamp',
      'kiln-scented-candle',
      'sindhu-bottle-vase',
      'tidal-stoneware-mug',
      'hill-station-throw',
      'anvi-teapot',
      'terrace-cushion',
      'swan-watering-can',
      'cold-process-soap-trio',
      'succulent-bowl',
      'linen-notebooks-set-of-3',
      'cove-armchair',
    ],
  },
  {
    slug: 'accessories',
    name: 'Accessories',
    description: 'The small pieces that make a shelf, a desk or a bathroom feel finished.',
    image: 'dispenser-soap-sage.webp',
    products: [
      'pebble-soap-dispenser',
      'quarter-bookends',
      'fluted-pen-cup',
      'halo-serving-tray',
      'coil-rope-basket',
      'orbit-ring-vase',
      'column-candles-set-of-3',
      'verandah-lantern',
      'linen-notebooks-set-of-3',
      'drawer-and-desk-tray',
      'noon-wall-clock',
      'swan-watering-can',
    ],
  },
] as const
