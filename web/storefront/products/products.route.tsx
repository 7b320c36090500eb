import { links } from '#contract/links.ts'
import { getProducts, type ProductCard } from '#contract/catalog/product.ts'
import { callContext } from '../../lib/page-context.ts'
import type { Crumb } from '../../ui/breadcrumbs.tsx'
import type { Route } from './+types/products.route.ts'
import { listingFilter, listingQuery, parseListing } from '../listing/listing-query.ts'
import { ListingHead } from '../listing/listing-head.tsx'
import { Listing } from '../listing/listing.tsx'
import { findSubcategory, listCategories, listSubcategories } from './find-subcategory.ts'
import { Link } from 'react-router'

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const call = context.get(callContext)
  const { search, searchParams } = new URL(request.url)
  const found =
    'categoryId' in params && params.categoryId
      ? await findSubcategory(call, params.categoryId, params.subcategoryId, search)
      : undefined
  const categories = found ? [] : await listCategories(call)
  const listing = parseListing(searchParams, categories)
  const category = found?.category ?? categories.find(({ id }) => id === listing.category)

  const [{ response, total, facets }, subcategories] = await Promise.all([
    call(getProducts, {
      ...listingFilter(listing),
      ...(found && { productcategoryid: found.category.id, productsubcategoryid: found.subcategory.id }),
      facets: true,
    }),
    found?.subcategories ?? (category ? listSubcategories(call, category.id) : []),
  ])
  return {
    category,
    subcategory: found?.subcategory,
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
    crumbs.push({ name: title, path: path + listingQuery({ category: category.id }) })
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
          image={products[0]?.defaultimage}
        >
          {category && (
            <SubcategoryLinks category={category} subcategories={subcategories} currentId={subcategory?.id} />
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

interface SubcategoryLinksProps {
  category: { id: number; name: string }
  subcategories: { id: number; name: string }[]
  /** The subcategory of the page, if any. */
  currentId?: number | undefined
}

/** Links to the subcategories of a category. */
function SubcategoryLinks({ category, subcategories, currentId }: SubcategoryLinksProps) {
  if (subcategories.length < 2) return null
  return (
    <nav aria-label={category.name} className="mt-5">
      <ul className="flex flex-wrap gap-2">
        {subcategories.map(({ id, name }) => (
          <li key={id}>
            <Link
              to={links.products(category.id, id)}
              aria-current={id === currentId ? 'page' : undefined}
              className="flex min-h-10 items-center rounded-full border border-line px-4 text-sm transition-colors duration-150 hover:border-ink aria-[current=page]:border-ink aria-[current=page]:bg-ink aria-[current=page]:text-page"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
