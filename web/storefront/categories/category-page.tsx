import type { Category, Subcategory } from '#contract/catalog/category.ts'
import { links } from '#contract/links.ts'
import type { Facets } from '#contract/catalog/facets.ts'
import type { ProductCard } from '#contract/catalog/product.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { categoryCrumbs, type CategoryLink } from '../category-crumbs.ts'
import { ListingHead } from '../listing/listing-head.tsx'
import { Listing } from '../listing/listing.tsx'
import { ProductImage } from '#web/ui/image.tsx'

interface CategoryPageProps {
  category: Category
  subcategories: Subcategory[]
  /** All categories of the shop. */
  categories: CategoryLink[]
  products: ProductCard[]
  total: number
  facets: Facets | undefined
}

/** A category with its subcategories and the same sorting, filters and pages as every listing. */
export function CategoryPage(props: CategoryPageProps) {
  const { category, subcategories, categories, products, total, facets } = props
  const { id, slug, productcategoryname: name } = category
  const heading = (
    <ListingHead
      title={name}
      description={describe(name, subcategories)}
      path={links.listing(slug)}
      crumbs={categoryCrumbs({ id, name, slug })}
      total={total}
      image={category.productcategoryimage}
    >
      <SubcategoryRow subcategories={subcategories} />
    </ListingHead>
  )
  const children = subcategories.map((child) => ({ id: child.id, name: child.subcategoryname }))
  return (
    <Listing
      products={products}
      total={total}
      facets={facets}
      place={{ categories, category: { id, name, slug }, subcategories: children }}
      heading={heading}
      empty={
        <EmptyState icon="bag" title="Nothing here yet" text={`New ${name} products are coming soon.`}>
          <LinkButton href={links.categories()}>See other categories</LinkButton>
        </EmptyState>
      }
    />
  )
}

function describe(name: string, subcategories: Subcategory[]): string {
  const parts = subcategories.map(({ subcategoryname }) => subcategoryname)
  return parts.length > 0 ? `${name}: ${parts.join(', ')}.` : `Everything in ${name}.`
}

/** The subcategories as a row of small images. */
function SubcategoryRow({ subcategories }: { subcategories: Subcategory[] }) {
  if (subcategories.length === 0) return null
  return (
    <nav aria-label="Subcategories" className="mt-6">
      <ul className="flex flex-wrap gap-3">
        {subcategories.map(({ id, parent_category_id, subcategoryname, image }) => (
          <li key={id} className="max-w-full">
            <a
              href={links.products(parent_category_id, id)}
              className="group flex min-h-14 items-center gap-3 rounded-xs bg-card pr-5"
            >
              {image ? (
                <ProductImage image={image} sizes="56px" alt="" className="size-14 rounded-l-xs" />
              ) : (
                <span className="w-2" />
              )}
              <span className="min-w-0 underline-offset-4 wrap-anywhere group-hover:underline">
                {subcategoryname}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
