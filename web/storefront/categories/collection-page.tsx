import type { Collection } from '#contract/collection.ts'
import { links } from '#contract/links.ts'
import type { Facets, ProductCard } from '#contract/product.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { useFiltered } from '../products/use-filtered.ts'
import type { OfferedCategory } from '../products/listing-address.ts'
import { ListingHead } from '../products/listing-head.tsx'
import { Listing } from '../products/listing.tsx'

interface CollectionPageProps {
  collection: Collection
  products: ProductCard[]
  total: number
  facets: Facets | undefined
  categories: OfferedCategory[]
}

/** A named set of products, sorted, filtered and leafed through like every list. */
export function CollectionPage({ collection, products, total, facets, categories }: CollectionPageProps) {
  const { name, slug, description, picture } = collection
  const filtered = useFiltered(categories)
  const heading = (
    <ListingHead
      title={name}
      description={description || `${name}: ${total} products.`}
      path={links.browse(slug)}
      crumbs={[
        { name: 'Home', path: links.home() },
        { name: 'Categories', path: links.categories() },
        { name, path: links.browse(slug) },
      ]}
      total={total}
      categories={categories}
      picture={picture?.file}
    >
      {description && <p className="mt-3 max-w-[60ch] text-lg text-pretty text-quiet">{description}</p>}
    </ListingHead>
  )
  if (total === 0 && !filtered) {
    return (
      <div className="page-width pb-16 lg:pb-24">
        {heading}
        <EmptyState icon="bag" title="Nothing here right now" text="Have a look at what else there is.">
          <LinkButton to={links.products()}>See all products</LinkButton>
        </EmptyState>
      </div>
    )
  }
  return (
    <Listing
      products={products}
      total={total}
      facets={facets}
      categories={categories}
      own="collection"
      heading={heading}
    />
  )
}
