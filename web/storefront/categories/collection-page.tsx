import type { Collection } from '#contract/collection.ts'
import { links } from '#contract/links.ts'
import type { ProductCard } from '#contract/product.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { PageHead } from '../page-head.tsx'
import { PageTitle } from '../page-title.tsx'
import { ProductGrid } from '../product-grid.tsx'

interface CollectionPageProps {
  collection: Collection
  products: ProductCard[]
  total: number
  /** From 1. */
  page: number
  pages: number
}

/** A named set of products, page by page. */
export function CollectionPage({ collection, products, total, page, pages }: CollectionPageProps) {
  const { name, slug, description, picture } = collection
  const href = (number: number) => links.browse(slug) + (number > 1 ? `?page=${number}` : '')
  const crumbs = [
    { name: 'Home', path: links.home() },
    { name: 'Categories', path: links.categories() },
    { name, path: links.browse(slug) },
  ]
  return (
    <div className="page-width pb-16 lg:pb-24">
      <PageHead
        title={page > 1 ? `${name}, page ${page}` : name}
        description={description || `${name}: ${total} products.`}
        path={href(page)}
        picture={picture?.file}
        crumbs={crumbs}
      />
      <PageTitle title={name} crumbs={crumbs}>
        {description}
      </PageTitle>
      {products.length > 0 ? (
        <>
          <ProductGrid products={products} priority={4} headingLevel={2} />
          <Pagination page={page} pages={pages} href={href} />
        </>
      ) : (
        <EmptyState icon="bag" title="Nothing here right now" text="Have a look at what else there is.">
          <LinkButton to={links.products()}>See all products</LinkButton>
        </EmptyState>
      )}
    </div>
  )
}
