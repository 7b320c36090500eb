import { dashboardLinks } from '#contract/dashboard-links.ts'
import { feedLinks } from '#contract/feeds/feeds.ts'
import { links } from '#contract/links.ts'
import type { SiteFile } from '#server/http/pages/site-files.ts'
import { findSettings, type Settings } from '#server/modules/settings/index.ts'
import { cleanText } from '../plain-text.ts'
import { listSections } from './llms.queries.ts'

/** What language models should know of the shop, as https://llmstxt.org describes it. Browsers show plain text. */
export const llmsFile: SiteFile = {
  url: '/llms.txt',
  contentType: 'text/plain; charset=utf-8',
  async render({ context: { db, shop }, origin }) {
    const [{ categories, pages }, agents] = await Promise.all([
      listSections(db, shop.shopId),
      findSettings(db, shop, 'agents'),
    ])
    const tagline = inline(shop.tagline)
    const parts = [
      `# ${inline(shop.name)}`,
      ...(tagline ? [`> ${tagline}`] : []),
      `An online shop. Prices are in ${shop.currency}. Each product page has structured data (schema.org) with the price and stock of every variant.`,
      section('Products', [
        link('All products', origin + links.products(), 'with filters and pages'),
        link('Search', `${origin + links.search()}?q=`, 'add the words to search for'),
        ...categories.map(({ slug, name }) => link(name, origin + links.listing(slug))),
      ]),
      section(
        'Policies and help',
        pages.map(({ slug, name }) => link(name, origin + links.page(slug))),
      ),
      section('For agents', agentLinks(origin, agents)),
    ]
    return `${parts.filter((part) => part !== '').join('\n\n')}\n`
  },
}

const agentLinks = (origin: string, agents: Settings<'agents'>) => [
  ...callLinks(origin, agents),
  link('Products as JSON lines', origin + feedLinks.openai),
  link('Products as RSS', origin + feedLinks.google),
  link('Products as CSV', origin + feedLinks.meta),
  link('Sitemap', `${origin}/sitemap.xml`),
  link('API', origin + dashboardLinks.apiDocs()),
]

/** The calls that the owner allows agents. Without the catalog there are none. */
function callLinks(origin: string, { catalog, checkout }: Settings<'agents'>): string[] {
  if (!catalog) return []
  const calls = checkout ? 'search, cart and checkout' : 'search'
  return [
    link('Commerce profile', `${origin}/.well-known/ucp`, `Universal Commerce Protocol: ${calls}`),
    link('MCP server', `${origin}/mcp`, `${calls} as tools, without signing in`),
  ]
}

const section = (title: string, items: readonly string[]) =>
  items.length === 0 ? '' : `## ${title}\n\n${items.join('\n')}`

const link = (name: string, url: string, note?: string) =>
  `- [${inline(name)}](${encodeURI(url)})${note ? `: ${note}` : ''}`

/** In one line, without characters that Markdown reads. */
const inline = (text: string) => cleanText(text).replaceAll(/[\\`*_[\]<>#]/g, String.raw`\$&`)
