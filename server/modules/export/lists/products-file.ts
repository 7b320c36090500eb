import { joinCell, productColumns, type ProductColumnName } from '#contract/catalog/product-columns.ts'
import { links } from '#contract/links.ts'
import type { PersonalContext } from '#server/http/route.ts'
import { listFiledProducts, type FiledProduct } from '#server/modules/catalog/index.ts'
import { filedText } from '#server/modules/custom-fields/index.ts'
import { toMajor } from '#server/modules/pricing/index.ts'
import type { ExportValue } from './columns.ts'

type Cells = Partial<Record<ProductColumnName, ExportValue | null>>

const names = Object.keys(productColumns) as ProductColumnName[]

/** The headings of the products file, which comes in again as an import. */
export const productHeadings = names.map((name) => productColumns[name].heading)

/** The rows of the products file for these rows of the list: one for each variant. */
export async function productRows(
  { db, shop, origin }: Pick<PersonalContext, 'db' | 'shop' | 'origin'>,
  listed: readonly unknown[],
): Promise<ExportValue[][]> {
  const ids = (listed as readonly { productid: number }[]).map(({ productid }) => productid)
  const products = await listFiledProducts(db, shop.shopId, ids)
  const imageUrl = (file: string) => origin + links.image(file)
  return products.flatMap((product) =>
    product.variants.map((variant, index) => {
      const cells: Cells = {
        ...(index === 0 && productCells(product, imageUrl)),
        ...variantCells(product, variant, { imageUrl, currency: shop.currency }),
      }
      return names.map((name) => cells[name] ?? '')
    }),
  )
}

function productCells(product: FiledProduct, imageUrl: (file: string) => string): Cells {
  const { options, images, specifications } = product
  return {
    name: product.name,
    status: product.status,
    category: product.category,
    subcategory: product.subcategory,
    description: product.description,
    option1Name: options[0],
    option2Name: options[1],
    option3Name: options[2],
    offer: product.offer / 100,
    saleStartsAt: product.sale_starts_at?.toISOString(),
    saleEndsAt: product.sale_ends_at?.toISOString(),
    gst: product.gst / 100,
    taxClass: product.tax_class,
    hsn: product.hsn,
    brand: product.brand,
    origin: product.origin,
    weight: product.weight,
    isNew: product.is_new ? 'yes' : 'no',
    images: joinCell(images.map(({ file }) => imageUrl(file))),
    imageAlts: images.some(({ alt }) => alt) ? joinCell(images.map(({ alt }) => alt)) : '',
    specifications: joinCell(specifications.map(({ name, description }) => `${name}: ${description}`)),
    customFields: joinCell(product.custom_values.map(filedText)),
    searchTitle: product.search_title,
    searchDescription: product.search_description,
  }
}

function variantCells(
  { slug, options }: FiledProduct,
  variant: FiledProduct['variants'][number],
  { imageUrl, currency }: { imageUrl: (file: string) => string; currency: string },
): Cells {
  const valueOf = (option: string | undefined) => (option === undefined ? '' : variant.options[option])
  return {
    handle: slug,
    option1Value: valueOf(options[0]),
    option2Value: valueOf(options[1]),
    option3Value: valueOf(options[2]),
    sku: variant.sku,
    barcode: variant.barcode,
    mpn: variant.mpn,
    shelf: variant.shelf,
    price: toMajor(variant.price, currency),
    salePrice: variant.sale_price === null ? null : toMajor(variant.sale_price, currency),
    cost: variant.cost === null ? null : toMajor(variant.cost, currency),
    stock: variant.stock,
    tracked: variant.tracked ? 'yes' : 'no',
    sellWhenSoldOut: variant.sell_when_sold_out ? 'yes' : 'no',
    variantImage: variant.image && imageUrl(variant.image),
  }
}
