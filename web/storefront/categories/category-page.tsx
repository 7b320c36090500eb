import type { Category, Subcategory } from '#contract/category.ts'
import { links } from '#contract/links.ts'
import type { ProductCard } from '#contract/product.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { PageHead } from '../page-head.tsx'
import { PageTitle } from '../page-title.tsx'
import { ProductGrid } from '../product-grid.tsx'
import { listingSearch } from '../products/listing-address.ts'
import { SubcategoryStrip } from './subcategory-strip.tsx'

interface CategoryPageProps {
  category: Category
  subcategories: Subcategory[]
  products: ProductCard[]
  total: number
}

/** A category by its name: its subcategories, its first products and the way to the rest. */
export function CategoryPage({ category, subcategories, products, total }: CategoryPageProps) {
  const name = category.productcategoryname
  const crumbs = [
    { name: 'Home', path: links.home() },
    { name: 'Categories', path: links.categories() },
    { name, path: links.browse(category.slug) },
  ]
  return (
    <div className="page-width pb-16 lg:pb-24">
      <PageHead
        title={name}
        description={describe(name, subcategories)}
        path={links.browse(category.slug)}
        picture={category.productcategoryimage}
        crumbs={crumbs}
      />
      <PageTitle title={name} crumbs={crumbs} />
      <SubcategoryStrip subcategories={subcategories} />
      {products.length > 0 ? (
        <>
          <ProductGrid products={products} priority={4} headingLevel={2} />
          {total > products.length && (
            <p className="mt-12 flex justify-center">
              <LinkButton to={links.products() + listingSearch({ category: category.id })}>
                See all {total} in {name}
              </LinkButton>
            </p>
          )}
        </>
      ) : (
        <EmptyState
          icon="bag"
          title="Nothing here yet"
          text={`The first pieces of ${name} are on their way.`}
        >
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
