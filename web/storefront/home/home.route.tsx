import { data } from 'react-router'
import { getBanners, type Banner } from '#contract/banner.ts'
import { getCategories } from '#contract/category.ts'
import { getStorefront } from '#contract/home.ts'
import { links } from '#contract/links.ts'
import { getNewArrivals, getProducts, type ProductCard } from '#contract/product.ts'
import { useOrigin, useShop } from '../../data/shop.ts'
import { callContext } from '../../lib/page-context.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { CategoryGrid } from '../categories/category-grid.tsx'
import { PageHead } from '../page-head.tsx'
import { ProductGrid } from '../product-grid.tsx'
import { Section } from '../section.tsx'
import type { Route } from './+types/home.route.ts'
import { Banners } from './banners.tsx'
import { GoodToKnow } from './good-to-know.tsx'

const noBanners = { data: [] as Banner[] }

/** Categories, new arrivals and products that home shows at most, each. */
const most = 8

export async function loader({ context }: Route.LoaderArgs) {
  const call = context.get(callContext)
  const { sections } = (await call(getStorefront, {})).data
  const [banners, categories, arrivals, products] = await Promise.all([
    // The rest of the page is worth showing without them.
    sections.banners ? call(getBanners, {}).catch(() => undefined) : noBanners,
    sections.categories ? call(getCategories, {}) : { data: [] },
    sections.arrivals ? call(getNewArrivals, {}) : { response: [] },
    sections.products
      ? call(getProducts, { sort: 'newest', page: 1, limit: most * 2 })
      : { response: [], total: 0 },
  ])
  const home = {
    banners: banners?.data,
    bannersShown: sections.banners,
    categories: categories.data.slice(0, most),
    moreCategories: categories.data.length > most,
    arrivals: arrivals.response,
    products: afterArrivals(products.response, arrivals.response),
    moreProducts: products.total > most,
    goodToKnow: sections.good_to_know,
  }
  // A status that nobody keeps: the next visitor may see the banners again.
  return data(home, banners ? 200 : 503)
}

/** Products that do not stand under New Arrivals come first, so that a small shop is not shown twice. */
function afterArrivals(products: ProductCard[], arrivals: ProductCard[]): ProductCard[] {
  const shown = new Set(arrivals.map(({ productid }) => productid))
  const others = products.filter(({ productid }) => !shown.has(productid))
  return [...others, ...products.filter(({ productid }) => shown.has(productid))].slice(0, most)
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const shop = useShop()
  const origin = useOrigin()
  const { banners, categories, moreCategories, arrivals, products, moreProducts } = loaderData
  return (
    <>
      <PageHead
        path={links.home()}
        picture={banners?.[0]?.bannerimage}
        structured={[{ '@type': 'WebSite', name: shop.name, url: origin + links.home() }]}
      />
      <h1 tabIndex={-1} className="sr-only">
        {shop.name}
      </h1>
      {loaderData.bannersShown && <Banners banners={banners} />}
      {categories.length > 0 && (
        <Section
          title="Shop By Category"
          end={moreCategories && <LinkButton to={links.allCategories()}>View All Categories</LinkButton>}
        >
          <CategoryGrid categories={categories} priority={1} />
        </Section>
      )}
      {arrivals.length > 0 && (
        <Section title="New Arrivals">
          <ProductGrid products={arrivals} to={({ productid }) => links.product(productid)} />
        </Section>
      )}
      {products.length > 0 && (
        <Section
          title="Products"
          end={moreProducts && <LinkButton to={links.products()}>View All Products</LinkButton>}
        >
          <ProductGrid products={products} />
        </Section>
      )}
      {loaderData.goodToKnow && <GoodToKnow />}
    </>
  )
}
