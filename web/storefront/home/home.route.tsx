import { data } from '#web/lib/on-server/loader-answers.ts'
import { getBanners, type Banner } from '#contract/catalog/banner.ts'
import { getCategories } from '#contract/catalog/category.ts'
import { getStorefront } from '#contract/settings/home.ts'
import { links } from '#contract/links.ts'
import { getNewArrivals, getProducts, type ProductCard } from '#contract/catalog/product.ts'
import { useOrigin, useShop } from '#web/data/shop.ts'
import { callContext } from '#web/lib/on-server/page-context.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { CategoryGrid } from '../categories/category-grid.tsx'
import { PageHead } from '../page-head.tsx'
import { ProductGrid } from '../cards/product-grid.tsx'
import { Section } from '../section.tsx'
import { Island } from '#web/islands/island.tsx'
import BannerCarousel from './banner-carousel.island.tsx'
import { Icon } from '#web/ui/icon.tsx'
import type { LoaderArgs, PageProps } from '#web/lib/on-server/route.ts'

const noBanners = { data: [] as Banner[] }

/** The maximum number of categories and of products in their sections. */
const MAX_ITEMS = 8

export async function loader({ context }: LoaderArgs) {
  const call = context.get(callContext)
  const { sections } = (await call(getStorefront, {})).data
  const [banners, categories, arrivals, products] = await Promise.all([
    // Without banners, the rest of the page is still useful.
    sections.banners ? call(getBanners, {}).catch(() => undefined) : noBanners,
    sections.categories ? call(getCategories, {}) : { data: [] },
    sections.arrivals ? call(getNewArrivals, {}) : { response: [] },
    sections.products
      ? call(getProducts, { sort: 'newest', page: 1, limit: MAX_ITEMS * 2 })
      : { response: [], total: 0 },
  ])
  const home = {
    banners: banners?.data,
    bannersShown: sections.banners,
    categories: categories.data.slice(0, MAX_ITEMS),
    moreCategories: categories.data.length > MAX_ITEMS,
    arrivals: arrivals.response,
    products: afterArrivals(products.response, arrivals.response),
    moreProducts: products.total > MAX_ITEMS,
    goodToKnow: sections.good_to_know,
  }
  // A 503 is not cached, so that the next visitor may see the banners again.
  return data(home, banners ? 200 : 503)
}

/** Puts new arrivals last, so that a small shop does not show the same products twice. */
function afterArrivals(products: ProductCard[], arrivals: ProductCard[]): ProductCard[] {
  const arrivalIds = new Set(arrivals.map(({ productid }) => productid))
  const others = products.filter(({ productid }) => !arrivalIds.has(productid))
  return [...others, ...products.filter(({ productid }) => arrivalIds.has(productid))].slice(0, MAX_ITEMS)
}

export default function Home({ loaderData }: PageProps<typeof loader>) {
  const shop = useShop()
  const origin = useOrigin()
  const { banners, categories, moreCategories, arrivals, products, moreProducts } = loaderData
  return (
    <>
      <PageHead
        path={links.home()}
        image={banners?.[0]?.bannerimage}
        structured={[{ '@type': 'WebSite', name: shop.name, url: origin + links.home() }]}
      />
      <h1 tabIndex={-1} className="sr-only">
        {shop.name}
      </h1>
      {loaderData.bannersShown && <Banners banners={banners} />}
      {categories.length > 0 && (
        <Section
          title="Shop By Category"
          end={moreCategories && <LinkButton href={links.allCategories()}>View All Categories</LinkButton>}
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
          end={moreProducts && <LinkButton href={links.products()}>View All Products</LinkButton>}
        >
          <ProductGrid products={products} />
        </Section>
      )}
      {loaderData.goodToKnow && <HelpLinks />}
    </>
  )
}

/** The banners, or a message. `banners` is undefined if they could not be loaded. */
function Banners({ banners }: { banners: Banner[] | undefined }) {
  if (banners && banners.length > 0)
    return (
      <>
        {/* The words grow from the bottom of a banner, so they would move if the page were drawn while they arrive. */}
        <link rel="expect" href="#after-banners" blocking="render" />
        <Island of={BannerCarousel} props={{ banners }} />
        <div id="after-banners" hidden />
      </>
    )
  return (
    <div className="grid min-h-[40vh] place-content-center justify-items-center gap-6 bg-ground px-4 text-center text-quiet">
      <p role="status">
        {banners ? 'No Banners Available' : 'Error loading banners. Please try again later.'}
      </p>
      {!banners && (
        // An empty address loads the page again.
        <LinkButton href="">Try again</LinkButton>
      )}
    </div>
  )
}

const helpLinks = [
  { icon: 'package', title: 'Delivery', text: 'Costs and delivery times', slug: 'help/shipping' },
  { icon: 'return', title: 'Returns', text: 'How to return an item', slug: 'help/returns' },
  { icon: 'letter', title: 'Questions', text: 'Email or call us', slug: 'contact' },
] as const

/** Links to what shoppers ask before they buy. */
function HelpLinks() {
  return (
    <section aria-label="Good to know" className="page-width py-10 lg:py-14">
      <ul className="grid border-t border-line sm:grid-cols-3 sm:gap-x-6">
        {helpLinks.map(({ icon, title, text, slug }) => (
          <li key={slug} className="border-b border-line sm:border-b-0">
            <a href={links.page(slug)} className="group flex items-center gap-4 py-6">
              <Icon name={icon} className="size-7 text-quiet" />
              <span>
                <span className="block font-medium">{title}</span>
                <span className="text-quiet underline-offset-4 group-hover:underline">{text}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
