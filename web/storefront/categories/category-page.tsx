import type { Category, Subcategory } from '#contract/catalog/category.ts'
import { links } from '#contract/links.ts'
import type { ProductCard } from '#contract/catalog/product.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { PageHead } from '../page-head.tsx'
import { PageTitle } from '../page-title.tsx'
import { ProductGrid } from '../product-grid.tsx'
import { listingQuery } from '../listing/listing-query.ts'
import { Link } from 'react-router'
import { ProductImage } from '../../ui/image.tsx'

interface CategoryPageProps {
  category: Category
  subcategories: Subcategory[]
  products: ProductCard[]
  total: number
}

/** A category with its subcategories, its first products and a link to all of them. */
export function CategoryPage({ category, subcategories, products, total }: CategoryPageProps) {
  const name = category.productcategoryname
  const crumbs = [
    { name: 'Home', path: links.home() },
    { name: 'Categories', path: links.categories() },
    { name, path: links.listing(category.slug) },
  ]
  return (
    <div className="page-width pb-16 lg:pb-24">
      <PageHead
        title={name}
        description={describe(name, subcategories)}
        path={links.listing(category.slug)}
        image={category.productcategoryimage}
        crumbs={crumbs}
      />
      <PageTitle title={name} crumbs={crumbs} />
      <SubcategoryRow subcategories={subcategories} />
      {products.length > 0 ? (
        <>
          <ProductGrid products={products} priority={4} headingLevel={2} />
          {total > products.length && (
            <p className="mt-12 flex justify-center">
              <LinkButton to={links.products() + listingQuery({ category: category.id })}>
                See all {total} in {name}
              </LinkButton>
            </p>
          )}
        </>
      ) : (
        <EmptyState icon="bag" title="Nothing here yet" text={`New ${name} products are coming soon.`}>
          <LinkButton to={links.categories()}>See other categories</LinkButton>
        </EmptyState>
      )}
    </div>
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
    <nav aria-label="Subcategories" className="mb-10 lg:mb-14">
      <ul className="flex flex-wrap gap-3">
        {subcategories.map(({ id, parent_category_id, subcategoryname, image }) => (
          <li key={id} className="max-w-full">
            <Link
              to={links.products(parent_category_id, id)}
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
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
