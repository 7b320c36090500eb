import type { ReactNode } from 'react'
import type { Image } from '#contract/fields.ts'
import { links } from '#contract/links.ts'
import type { ProductDetail } from '#contract/catalog/product.ts'
import { useShop } from '#web/data/shop.ts'
import { price } from '#web/lib/format/money.ts'
import { Icon } from '#web/ui/icon.tsx'
import { ProductImage } from '#web/ui/image.tsx'
import { Stars } from '#web/ui/stars.tsx'

/** The fields of a product that are compared. */
export interface ComparedProduct extends Pick<
  ProductDetail,
  | 'productid'
  | 'productcategoryid'
  | 'productname'
  | 'saleprice'
  | 'productprice'
  | 'severalprices'
  | 'instock'
  | 'rating'
  | 'ratings'
  | 'options'
  | 'specifications'
> {
  image: Image | null
}

/** Products side by side: price, rating, availability, choices and all specifications. */
export function CompareTable({ products }: { products: ComparedProduct[] }) {
  const shop = useShop()
  const ids = products.map(({ productid }) => productid)
  return (
    // A scrollable region must be reachable by keyboard. It is positioned to clip the hidden texts, too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div role="region" aria-label="Comparison" tabIndex={0} className="relative overflow-x-auto">
      <table className="w-full table-fixed text-left">
        <caption className="sr-only">Compared products</caption>
        <colgroup>
          <col className="w-28 sm:w-44" />
          {products.map(({ productid }) => (
            <col key={productid} className="w-40 sm:w-56" />
          ))}
        </colgroup>
        <thead>
          <tr className="align-top">
            <td>
              <span className="sr-only">Product</span>
            </td>
            {products.map(({ productid, productcategoryid, productname, image }) => (
              <th key={productid} scope="col" className="pr-4 pb-4 font-normal">
                <div className="relative aspect-square overflow-hidden rounded-xs bg-ground">
                  {image && <ProductImage image={image} sizes="(min-width: 640px) 224px, 160px" alt="" />}
                  <a
                    href={links.compare(ids.filter((id) => id !== productid))}
                    aria-label={`Remove ${productname}`}
                    className="absolute top-1 right-1 grid size-11 place-items-center"
                  >
                    <span className="grid size-9 place-items-center rounded-full bg-card/90">
                      <Icon name="close" className="size-5" />
                    </span>
                  </a>
                </div>
                <a
                  href={links.product(productid, productcategoryid)}
                  className="mt-3 inline-block wrap-break-word underline-offset-4 hover:underline"
                >
                  {productname}
                </a>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Row name="Price">
            {products.map((product) => (
              <Cell key={product.productid}>
                {product.severalprices && 'from '}
                {price(product.saleprice, shop)}
                {product.saleprice < product.productprice && (
                  <s className="block text-quiet">
                    <span className="sr-only">was </span>
                    {price(product.productprice, shop)}
                  </s>
                )}
              </Cell>
            ))}
          </Row>
          <Row name="Rating">
            {products.map(({ productid, rating, ratings }) => (
              <Cell key={productid}>
                {rating === null ? 'None yet' : <Stars rating={rating} count={ratings} />}
              </Cell>
            ))}
          </Row>
          <Row name="Availability">
            {products.map(({ productid, instock }) => (
              <Cell key={productid}>{instock ? 'In stock' : 'Sold out'}</Cell>
            ))}
          </Row>
          {rowNames(products).map((name) => (
            <Row key={name} name={name}>
              {products.map((product) => (
                <Cell key={product.productid}>{valueOf(product, name)}</Cell>
              ))}
            </Row>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The names of all options and specifications, those under one heading together. */
function rowNames(products: ComparedProduct[]): string[] {
  const options = products.flatMap((product) => product.options.map(({ name }) => name))
  const specifications = Map.groupBy(
    products.flatMap((product) => product.specifications),
    ({ heading }) => heading,
  )
  return [...new Set([...options, ...[...specifications.values()].flat().map(({ name }) => name)])]
}

/** What a product says about a name: its specification, otherwise the values to choose from. */
function valueOf({ specifications, options }: ComparedProduct, name: string): string {
  return (
    specifications.find((specification) => specification.name === name)?.description ??
    options.find((option) => option.name === name)?.values.join(', ') ??
    '–'
  )
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <tr className="border-t border-line align-baseline">
      <th
        scope="row"
        className="sticky left-0 bg-page py-3.5 pr-3 text-sm font-normal wrap-break-word text-quiet"
      >
        {name}
      </th>
      {children}
    </tr>
  )
}

const Cell = ({ children }: { children: ReactNode }) => (
  <td className="py-3.5 pr-4 wrap-break-word">{children}</td>
)
