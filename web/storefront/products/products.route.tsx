import { links } from '#contract/links.ts'
import { getProducts, type ProductCard } from '#contract/catalog/product.ts'
import { callContext } from '#web/lib/on-server/page-context.ts'
import { redirect } from '#web/lib/on-server/loader-answers.ts'
import type { Crumb } from '#web/ui/breadcrumbs.tsx'
import { categoryCrumbs } from '../category-crumbs.ts'
import { listingFilter, listingQuery, parseListing } from '../listing/listing-query.ts'
import { ListingHead } from '../listing/listing-head.tsx'
import { Listing } from '../listing/listing.tsx'
import { findSubcategory, listCategories } from './find-subcategory.ts'
import type { LoaderArgs, PageProps } from '#web/lib/on-server/route.ts'

export async function loader({ params, request, context }: LoaderArgs<'categoryId' | 'subcategoryId'>) {
  const call = context.get(callContext)
  const { search, searchParams } = new URL(request.url)
  const found =
    'categoryId' in params && params.categoryId
      ? await findSubcategory(call, params.categoryId, params.subcategoryId, search)
      : undefined
  const categories = found?.categories ?? (await listCategories(call))
  const listing = parseListing(searchParams, categories)
  const chosen = found ? undefined : categories.find(({ id }) => id === listing.category)
  // A category has one page.
  if (chosen)
    throw redirect(links.listing(chosen.slug) + listingQuery({ ...listing, category: undefined }), 301)

  const { response, total, facets } = await call(getProducts, {
    ...listingFilter({ ...listing, category: undefined }),
    ...(found && { productcategoryid: found.category.id, productsubcategoryid: found.subcategory.id }),
    facets: true,
  })
  return {
    category: found?.category,
    subcategory: found?.subcategory,
    subcategories: found?.subcategories ?? [],
    categories,
    products: response,
    total,
    facets,
  }
}

export default function Products({ loaderData }: PageProps<typeof loader>) {
  const { category, subcategory, categories, subcategories, products, total, facets } = loaderData
  const path = links.products(category?.id, subcategory?.id)
  const title = subcategory?.name ?? 'Products'
  const crumbs: Crumb[] = category
    ? categoryCrumbs(category, subcategory)
    : [
        { name: 'Home', path: links.home() },
        { name: 'Products', path },
      ]
  return (
    <Listing
      products={products}
      total={total}
      facets={facets}
      place={{ categories, category, subcategories, subcategoryId: subcategory?.id }}
      heading={
        <ListingHead
          title={title}
          description={describe(title, products, total)}
          path={path}
          crumbs={crumbs}
          total={total}
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

/** Links to the subcategories of a category, where the filters with their tree are folded away. */
function SubcategoryLinks({ category, subcategories, currentId }: SubcategoryLinksProps) {
  if (subcategories.length < 2) return null
  return (
    <nav aria-label={category.name} className="mt-5 lg:hidden">
      <ul className="flex flex-wrap gap-2">
        {subcategories.map(({ id, name }) => (
          <li key={id}>
            <a
              href={links.products(category.id, id)}
              aria-current={id === currentId ? 'page' : undefined}
              className="flex min-h-10 items-center rounded-full border border-line px-4 text-sm transition-colors duration-150 hover:border-ink aria-[current=page]:border-ink aria-[current=page]:bg-ink aria-[current=page]:text-page"
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
