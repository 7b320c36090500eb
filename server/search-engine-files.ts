import type { SiteFile } from './http/pages/site-files.ts'
import { llmsFile } from './modules/feeds/index.ts'
import { robots, sitemapIndex, sitemapPart } from './modules/catalog/index.ts'

const xml = 'application/xml; charset=utf-8'

/** robots.txt, llms.txt and the sitemaps. */
export const searchEngineFiles: readonly SiteFile[] = [
  {
    url: '/robots.txt',
    contentType: 'text/plain; charset=utf-8',
    render: async ({ origin }) => robots(origin),
  },
  llmsFile,
  { url: '/sitemap.xml', contentType: xml, render: ({ context, origin }) => sitemapIndex(context, origin) },
  {
    url: '/sitemap-:part(^\\d+).xml',
    contentType: xml,
    render: ({ context, origin, params }) => sitemapPart(context, origin, Number(params['part'])),
  },
]
