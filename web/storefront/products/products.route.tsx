import { links } from '#contract/links.ts'
import { getProducts, type ProductCard } from '#contract/product.ts'
import { callContext } from '../../lib/page-context.ts'
import type { Crumb } from '../../ui/breadcrumbs.tsx'
import type { Route } from './+types/products.route.ts'
import { listingFilter, listingSearch, readListing } from './listing-address.ts'
import { ListingHead } from './listing-head.tsx'
import { Listing } from './listing.tsx'
import { findPlace, listCategories, listSubcategories } from './place.ts'
import { SubcategoryLinks } from './subcategory-links.tsx'

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const call = context.get(callContext)
  const { search, searchParams } = new URL(request.url)
  const place =
    'categoryId' in params && params.categoryId
      ? await findPlace(call, params.categoryId, params.subcategoryId, search)
      : undefined
  const categories = place ? [] : await listCategories(call)
  const listing = readListing(searchParams, categories)
  const category = place?.category ?? categories.find(({ id }) => id === listing.category)

  const [{ response, total, facets }, subcategories] = await Promise.all([
    call(getProducts, {
      ...listingFilter(listing),
      ...(place && { productcategoryid: place.category.id, productsubcategoryid: place.subcategory.id }),
      facets: true,
    }),
    place?.subcategories ?? (category ? listSubcategories(call, category.id) : []),
  ])
  return {
    category,
    subcategory: place?.subcategory,
    categories,
    subcategories,
    products: response,
    total,
    facets,
  }
}

export default function Products({ loaderData }: Route.ComponentProps) {
  const { category, subcategory, categories, subcategories, products, total, facets } = loaderData
  const path = links.products(category?.id, subcategory?.id)
  const title = subcategory?.name ?? category?.name ?? 'Products'
  const home = { name: 'Home', path: links.home() }
  const crumbs: Crumb[] =
    category && subcategory
      ? [home, { name: category.name, path: links.category(category.id) }, { name: title, path }]
      : [home, { name: 'Products', path }]
  if (category && !subcategory) {
    crumbs.push({ name: title, path: path + listingSearch({ category: category.id }) })
  }
  return (
    <Listing
      products={products}
      total={total}
      facets={facets}
      categories={categories}
      heading={
        <ListingHead
          title={title}
          description={describe(title, products, total)}
          path={path}
          crumbs={crumbs}
          total={total}
          categories={categories}
          picture={products[0]?.defaultimage}
        >
          {category && (
            <SubcategoryLinks category={category} subcategories={subcategories} here={subcategory?.id} />
          )}
        </ListingHead>
      }
    />
  )
}

function describe(title: string, products: ProductCard[], total: number): string {
  const names = products.slice(0, 3).map(({ productname }) => productname)
  return `${[title, names.join(', ')].filter(Boolean).join(': ')}${total > names.length ? ' and more' : ''}.`
}
