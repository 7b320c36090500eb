import type { Collection } from '#contract/catalog/collection.ts'
import { links } from '#contract/links.ts'
import type { Facets } from '#contract/catalog/facets.ts'
import type { ProductCard } from '#contract/catalog/product.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import type { ListingCategory } from '../listing/listing-query.ts'
import { ListingHead } from '../listing/listing-head.tsx'
import { Listing } from '../listing/listing.tsx'

interface CollectionPageProps {
  collection: Collection
  products: ProductCard[]
  total: number
  facets: Facets | undefined
  categories: ListingCategory[]
}

/** A collection with the same sorting, filters and pages as every listing. */
export function CollectionPage({ collection, products, total, facets, categories }: CollectionPageProps) {
  const { name, slug, description, image } = collection
  const heading = (
    <ListingHead
      title={name}
      description={description || `${name}: ${total} products.`}
      path={links.listing(slug)}
      crumbs={[
        { name: 'Home', path: links.home() },
        { name, path: links.listing(slug) },
      ]}
      total={total}
      categories={categories}
      image={image?.file}
    >
      {description && <p className="mt-3 max-w-[60ch] text-lg text-pretty text-quiet">{description}</p>}
    </ListingHead>
  )
  return (
    <Listing
      products={products}
      total={total}
      facets={facets}
      categories={categories}
      defaultSort="collection"
      heading={heading}
      empty={
        <EmptyState icon="bag" title="Nothing here right now" text="Browse all products instead.">
          <LinkButton href={links.products()}>See all products</LinkButton>
        </EmptyState>
      }
    />
  )
}
