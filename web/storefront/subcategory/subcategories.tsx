import { useRevalidator } from 'react-router'
import type { Category, Subcategory } from '#contract/category.ts'
import { links } from '#contract/links.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { PictureLink } from '../picture-link.tsx'
import { listingSearch } from '../products/listing-address.ts'

interface SubcategoriesProps {
  category: Category
  /** `undefined`: they could not be read. */
  subcategories: Subcategory[] | undefined
}

/** The subcategories as pictures that lead to their products, or the words for why there are none. */
export function Subcategories({ category, subcategories }: SubcategoriesProps) {
  const { state, revalidate } = useRevalidator()
  const allOfIt = links.products() + listingSearch({ category: category.id })

  if (!subcategories) {
    return (
      <div role="status">
        <EmptyState
          icon="alert"
          title={state === 'loading' ? 'Loading...' : 'Failed to load data. Please try again.'}
        >
          <Button onClick={() => void revalidate()}>Try again</Button>
        </EmptyState>
      </div>
    )
  }
  if (subcategories.length === 0) {
    return (
      <EmptyState icon="bag" title="No subcategories found for this category.">
        <LinkButton to={allOfIt}>See all products in {category.productcategoryname}</LinkButton>
      </EmptyState>
    )
  }
  return (
    <>
      <ul className={`picture-grid ${subcategories.length <= 3 ? 'lg:grid-cols-3' : ''}`}>
        {subcategories.map(({ id, subcategoryname, picture }, index) => (
          <li key={id}>
            <PictureLink
              to={links.products(category.id, id)}
              name={subcategoryname}
              picture={picture}
              priority={index < 4}
            />
          </li>
        ))}
      </ul>
      <p className="mt-12 flex justify-center">
        <LinkButton to={allOfIt}>See all in {category.productcategoryname}</LinkButton>
      </p>
    </>
  )
}
