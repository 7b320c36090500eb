import { links } from '#contract/links.ts'
import { useOrigin, useShop } from '../data/shop.ts'
import type { Crumb } from '../ui/breadcrumbs.tsx'

interface PageHeadProps {
  /** Defaults to name and tagline of the shop. */
  title?: string
  /** One sentence for search engines, cut at 160 characters. Defaults to the tagline. */
  description?: string
  /** The canonical path. Filtered and sorted listings pass the plain one; error pages have none. */
  path?: string
  /** File name of the image for link previews. */
  image?: string | null | undefined
  /** For personal, filtered and sorted pages. */
  noindex?: boolean
  type?: 'website' | 'article' | 'product'
  crumbs?: Crumb[]
  /** Further structured data (schema.org), without `@context`. The browser passes undefined for what only the server makes. */
  structured?: (Record<string, unknown> | undefined)[]
}

/** The metadata of a page for search engines and link previews. */
export function PageHead({
  title,
  description,
  path,
  image,
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
      {image && <meta property="og:image" content={origin + links.image(image)} />}
      {image && <meta name="twitter:card" content="summary_large_image" />}
      {data.map((item, index) => (
        <script
          key={index}
          type="application/ld+json"
          suppressHydrationWarning
          // An unescaped `<` could end the script element.
          dangerouslySetInnerHTML={{
            __html: item
              ? JSON.stringify({ '@context': 'https://schema.org', ...item }).replaceAll('<', '\\u003c')
              : '',
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
