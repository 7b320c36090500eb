import type { Category, Subcategory } from '#contract/catalog/category.ts'
import { links } from '#contract/links.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { firstView } from '#web/ui/image.tsx'
import { ImageLink } from '../image-link.tsx'

interface SubcategoriesProps {
  category: Category
  /** Undefined if they could not be loaded. */
  subcategories: Subcategory[] | undefined
}

/** The subcategories as images that link to their products, or a message why there are none. */
export function Subcategories({ category, subcategories }: SubcategoriesProps) {
  const allProducts = links.listing(category.slug)

  if (!subcategories) {
    return (
      <div role="status">
        <EmptyState icon="alert" title="Failed to load data. Please try again.">
          {/* An empty address loads the page again. */}
          <LinkButton kind="primary" href="">
            Try again
          </LinkButton>
        </EmptyState>
      </div>
    )
  }
  if (subcategories.length === 0) {
    return (
      <EmptyState icon="bag" title="No subcategories found for this category.">
        <LinkButton href={allProducts} className="wrap-anywhere">
          See all products in {category.productcategoryname}
        </LinkButton>
      </EmptyState>
    )
  }
  return (
    <>
      <ul className={`image-grid ${subcategories.length <= 3 ? 'md:grid-cols-3' : ''}`}>
        {subcategories.map(({ id, subcategoryname, image }, index) => (
          <li key={id}>
            <ImageLink
              to={links.products(category.id, id)}
              name={subcategoryname}
              image={image}
              priority={firstView(index, 4)}
            />
          </li>
        ))}
      </ul>
      <p className="mt-12 flex justify-center">
        <LinkButton href={allProducts} className="wrap-anywhere">
          See all in {category.productcategoryname}
        </LinkButton>
      </p>
    </>
  )
}
