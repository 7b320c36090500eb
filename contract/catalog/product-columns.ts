/** A column of the products file: its heading, and whether each row of a product has its own value. */
interface ProductColumn {
  heading: string
  /** `product`: written on the first row of a product and empty on its other rows. `variant`: written on each row. */
  of: 'product' | 'variant'
}

/**
 * The columns of the products file, in order. Import and export share them, so an exported file comes in again unchanged.
 * A row is a variant; the rows of a product follow each other and have the same handle. When a file comes in, an empty
 * cell leaves a value as it is, and a column may be missing.
 */
export const productColumns = {
  /** The slug of the product: "stoneware-mug". On every row. */
  handle: { heading: 'Handle', of: 'variant' },
  name: { heading: 'Name', of: 'product' },
  /** `draft`, `live` or `archived`. */
  status: { heading: 'Status', of: 'product' },
  /** The name of the category. */
  category: { heading: 'Category', of: 'product' },
  /** The name of the subcategory in that category. */
  subcategory: { heading: 'Subcategory', of: 'product' },
  /** As staff wrote it: text or simple Markdown. */
  description: { heading: 'Description', of: 'product' },
  /** Names on the first row, values on each. A simple product has neither. */
  option1Name: { heading: 'Option 1 name', of: 'product' },
  option1Value: { heading: 'Option 1 value', of: 'variant' },
  option2Name: { heading: 'Option 2 name', of: 'product' },
  option2Value: { heading: 'Option 2 value', of: 'variant' },
  option3Name: { heading: 'Option 3 name', of: 'product' },
  option3Value: { heading: 'Option 3 value', of: 'variant' },
  sku: { heading: 'SKU', of: 'variant' },
  /** A GTIN: 8, 12, 13 or 14 digits. */
  barcode: { heading: 'Barcode', of: 'variant' },
  /** The number that the maker gives it. */
  mpn: { heading: 'MPN', of: 'variant' },
  /** Where it lies in the stock room: A-12-3. */
  shelf: { heading: 'Shelf', of: 'variant' },
  /** Major units of the shop's currency with a decimal point, before the offer: 1499.00. */
  price: { heading: 'Price', of: 'variant' },
  /** The price while the sale lasts, in major units. In an import, an empty cell leaves it and 0 removes it. */
  salePrice: { heading: 'Sale price', of: 'variant' },
  /** What one unit costs the shop, in major units; empty: unknown. */
  cost: { heading: 'Cost', of: 'variant' },
  /** Units that can be sold now; empty: not counted. Below 0 if orders took more than there was. */
  stock: { heading: 'Stock', of: 'variant' },
  /** `no` if the stock is not counted and the variant always available; otherwise `yes`. */
  tracked: { heading: 'Count stock', of: 'variant' },
  /** `yes` if orders may take more than there is; otherwise `no`. */
  sellWhenSoldOut: { heading: 'Sell when sold out', of: 'variant' },
  /** Percent off the price: 12.5. */
  offer: { heading: 'Offer %', of: 'product' },
  /** When sale prices count, by ISO 8601: 2026-11-27T09:00:00.000Z. Empty: at once, and without end. */
  saleStartsAt: { heading: 'Sale starts', of: 'product' },
  saleEndsAt: { heading: 'Sale ends', of: 'product' },
  /** Percent. */
  gst: { heading: 'GST %', of: 'product' },
  /** The code of the tax class, such as `reduced`; import takes its name, too. A product with a class has no percentage. */
  taxClass: { heading: 'Tax class', of: 'product' },
  /** Commodity code: HSN in India, CN in the EU. */
  hsn: { heading: 'HSN code', of: 'product' },
  /** Its maker or label. */
  brand: { heading: 'Brand', of: 'product' },
  /** ISO 3166: "IN". */
  origin: { heading: 'Country of origin', of: 'product' },
  /** Packed weight of one unit in grams; 0: unknown. */
  weight: { heading: 'Weight (g)', of: 'product' },
  /** `yes` or `no`. */
  isNew: { heading: 'New', of: 'product' },
  /** A list (`joinCell`) of absolute addresses in the order of the product page: https://shop.example/uploads/….webp */
  images: { heading: 'Images', of: 'product' },
  /** A list (`joinCell`) with the alt text of each image; an empty item where there is none. */
  imageAlts: { heading: 'Image alt texts', of: 'product' },
  /** The address of the image that shows this variant; one of the product's images. */
  variantImage: { heading: 'Variant image', of: 'variant' },
  /** A list (`joinCell`) of "Name: description" in the order of the product page. */
  specifications: { heading: 'Specifications', of: 'product' },
  /** A list (`joinCell`) of "key: value" of the custom fields of products: "care: Wipe it dry". An empty value removes it. */
  customFields: { heading: 'Custom fields', of: 'product' },
  searchTitle: { heading: 'Search title', of: 'product' },
  searchDescription: { heading: 'Search description', of: 'product' },
} as const satisfies Record<string, ProductColumn>
export type ProductColumnName = keyof typeof productColumns

/** A list as the text of one cell: an item per line. In an item, a backslash is `\\` and a line break is `\n`. */
export const joinCell = (items: readonly string[]): string =>
  items.map((item) => item.replaceAll('\\', '\\\\').replaceAll(/\r\n?|\n/g, '\\n')).join('\n')

/** The items of a cell that `joinCell` wrote. An empty cell has none. */
export const splitCell = (cell: string): string[] =>
  cell === ''
    ? []
    : cell
        .split(/\r\n?|\n/)
        .map((item) => item.replaceAll(/\\([\\n])/g, (_, escaped) => (escaped === 'n' ? '\n' : '\\')))
