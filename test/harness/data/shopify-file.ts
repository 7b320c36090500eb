import { csvLines } from '#server/platform/table-files/write-csv.ts'

/** The headings of a Shopify products export: https://help.shopify.com/en/manual/products/import-export/using-csv */
const headings = [
  'Handle',
  'Title',
  'Body (HTML)',
  'Vendor',
  'Product Category',
  'Type',
  'Tags',
  'Published',
  'Option1 Name',
  'Option1 Value',
  'Option2 Name',
  'Option2 Value',
  'Option3 Name',
  'Option3 Value',
  'Variant SKU',
  'Variant Grams',
  'Variant Inventory Tracker',
  'Variant Inventory Qty',
  'Variant Inventory Policy',
  'Variant Fulfillment Service',
  'Variant Price',
  'Variant Compare At Price',
  'Variant Requires Shipping',
  'Variant Taxable',
  'Variant Barcode',
  'Image Src',
  'Image Position',
  'Image Alt Text',
  'Gift Card',
  'SEO Title',
  'SEO Description',
  'Fabric (product.metafields.custom.fabric)',
  'Care (product.metafields.custom.care)',
  'Variant Image',
  'Variant Weight Unit',
  'Cost per item',
  'Status',
] as const

interface ShopifyFile {
  products: number
  /** Rows of each product. */
  variants: number
  /** Where images come from; without it there are none. */
  images?: string
  /** Added to each price. */
  surcharge?: number
}

/** A products export of Shopify with the headings on line 1. */
export function shopifyFile({ products, variants, images, surcharge = 0 }: ShopifyFile): Buffer {
  const lines: (readonly string[])[] = [headings]
  for (let product = 1; product <= products; product++) {
    for (let variant = 0; variant < variants; variant++)
      lines.push(row({ product, variant, images, surcharge }))
  }
  return Buffer.from(csvLines(lines))
}

const sizes = ['S', 'M', 'L', 'XL']
const colours = ['Sage', 'Clay', 'Navy']

interface Row {
  product: number
  variant: number
  images: string | undefined
  surcharge: number
}

function row({ product, variant, images, surcharge }: Row): string[] {
  const first = variant === 0
  const discounted = product % 4 === 0
  const price = 20 + (product % 50) + variant + surcharge
  const cells: Partial<Record<(typeof headings)[number], string>> = {
    Handle: `tee-${product}`,
    'Option1 Value': sizes[variant % sizes.length] ?? '',
    'Option2 Value': colours[Math.floor(variant / sizes.length) % colours.length] ?? '',
    'Variant SKU': `TEE-${product}-${variant}`,
    'Variant Grams': '200',
    'Variant Inventory Tracker': 'shopify',
    'Variant Inventory Qty': String((product + variant) % 30),
    'Variant Inventory Policy': 'deny',
    'Variant Fulfillment Service': 'manual',
    'Variant Price': (discounted ? price * 0.75 : price).toFixed(2),
    'Variant Compare At Price': discounted ? price.toFixed(2) : '',
    'Variant Weight Unit': 'g',
    ...(images !== undefined && {
      'Image Src': `${images}/${product}-${variant}.png`,
      'Image Position': String(variant + 1),
      'Image Alt Text': `Tee ${product}, view ${variant + 1}`,
    }),
    ...(first && {
      Title: `Tee ${product}`,
      'Body (HTML)': `<p>Soft, <strong>light</strong> and "fair".</p>\n<ul><li>Number ${product}</li></ul>`,
      Vendor: 'Acme',
      'Product Category': 'Apparel & Accessories > Clothing > Shirts & Tops',
      Type: product % 2 ? 'Shirts' : 'Tops',
      Tags: 'summer, cotton',
      Published: 'true',
      'Option1 Name': 'Size',
      'Option2 Name': 'Colour',
      'SEO Title': `Tee ${product} | Acme`,
      'Fabric (product.metafields.custom.fabric)': 'Organic cotton',
      'Care (product.metafields.custom.care)': product % 3 ? 'Wash cold' : '',
      'Gift Card': 'false',
      Status: product % 10 === 0 ? 'draft' : 'active',
    }),
  }
  return headings.map((heading) => cells[heading] ?? '')
}
