import { links } from '#contract/links.ts'
import { useOrigin, useShop } from '../data/shop.ts'
import type { Crumb } from '../ui/breadcrumbs.tsx'

interface PageHeadProps {
  /** Without: the shop itself (home). */
  title?: string
  /** One sentence for search engines; cut at 160 characters. Without: the tagline. */
  description?: string
  /**
   * The one address of this page, below the origin; of a filtered or sorted list, that of the plain one. A page that is
   * not there has none.
   */
  path?: string
  /** File name of the picture that stands for the page when it is shared. */
  picture?: string | null | undefined
  /** Kept out of search engines: personal, filtered or sorted pages. */
  noindex?: boolean
  type?: 'website' | 'article' | 'product'
  crumbs?: Crumb[]
  /** Further structured data (schema.org), without `@context`. */
  structured?: Record<string, unknown>[]
}

/** Everything that a page says about itself to search engines and to those who share it. */
export function PageHead({
  title,
  description,
  path,
  picture,
  noindex,
  type,
  crumbs,
  structured = [],
}: PageHeadProps) {
  const shop = useShop()
  const origin = useOrigin()
  const fullTitle = title ? `${title} · ${shop.name}` : `${shop.name}: ${shop.tagline}`
  const summary = shorten(description || shop.tagline)
  const data = crumbs && crumbs.length > 1 ? [breadcrumbList(crumbs, origin), ...structured] : structured
  return (
    <>
      <title>{fullTitle}</title>
      <meta name="description" content={summary} />
      {noindex && <meta name="robots" content="noindex" />}
      {path && <link rel="canonical" href={origin + path} />}
      <meta property="og:site_name" content={shop.name} />
      <meta property="og:type" content={type ?? 'website'} />
      <meta property="og:title" content={title ?? shop.name} />
      <meta property="og:description" content={summary} />
      {path && <meta property="og:url" content={origin + path} />}
      {picture && <meta property="og:image" content={origin + links.picture(picture)} />}
      {picture && <meta name="twitter:card" content="summary_large_image" />}
      {data.map((item, index) => (
        <script
          key={index}
          type="application/ld+json"
          // A `<` could end the script element; JSON allows it escaped.
          dangerouslySetInnerHTML={{
            __html: JSON.stringify({ '@context': 'https://schema.org', ...item }).replaceAll('<', '\\u003c'),
          }}
        />
      ))}
    </>
  )
}

function breadcrumbList(crumbs: Crumb[], origin: string) {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: origin + path,
    })),
  }
}

function shorten(text: string): string {
  if (text.length <= 160) return text
  return `${text.slice(0, 159).replace(/\s+\S*$/, '')}…`
}
