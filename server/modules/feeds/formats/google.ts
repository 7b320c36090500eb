import { feedLinks } from '#contract/feeds/feeds.ts'
import type { FeedItem } from '../feed-item.ts'
import { salePeriod, weightText, type FeedFormat } from './feed-format.ts'

const MAX_ADDITIONAL_IMAGES = 10

/**
 * The feed of Google Merchant Center: RSS 2.0 with the names of Google.
 * https://support.google.com/merchants/answer/7052112
 */
export const googleFeed: FeedFormat = {
  url: feedLinks.google,
  contentType: 'application/xml; charset=utf-8',
  head: ({ name, origin }) => `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">
<channel>
<title>${escapeXml(name)}</title>
<link>${escapeXml(origin)}</link>
<description>${escapeXml(`Products of ${name}`)}</description>
`,
  item: (item) => `<item>\n${elementsOf(item).join('')}</item>\n`,
  tail: '</channel>\n</rss>\n',
}

const availabilities = { 'in-stock': 'in_stock', backorder: 'backorder', 'sold-out': 'out_of_stock' }

function elementsOf(item: FeedItem): string[] {
  const [image, ...others] = item.images
  const isIdentified = item.gtin !== undefined || (item.brand !== undefined && item.mpn !== undefined)
  const values: [name: string, value: string | undefined][] = [
    ['id', item.id],
    ['title', item.title],
    ['description', item.description],
    ['link', item.link],
    ['image_link', image],
    ...others.slice(0, MAX_ADDITIONAL_IMAGES).map((url): [string, string] => ['additional_image_link', url]),
    ['availability', availabilities[item.availability]],
    ['price', item.price],
    ['sale_price', item.salePrice],
    ['sale_price_effective_date', salePeriod(item)],
    ['condition', 'new'],
    ['brand', item.brand],
    ['gtin', item.gtin],
    ['mpn', item.mpn],
    ['identifier_exists', isIdentified ? undefined : 'no'],
    ['item_group_id', item.groupId],
    ['product_type', item.productType],
    ['color', item.color],
    ['size', item.size],
    ['material', item.material],
    ['pattern', item.pattern],
    ['shipping_weight', weightText(item)],
  ]
  return values.flatMap(([name, value]) =>
    value === undefined ? [] : [`<g:${name}>${escapeXml(value)}</g:${name}>\n`],
  )
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

const escapeXml = (text: string) => text.replace(/[&<>]/g, (character) => entities[character] ?? character)
