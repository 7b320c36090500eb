import { feedLinks } from '#contract/feeds/feeds.ts'
import type { FeedItem } from '../feed-item.ts'
import { salePeriod, weightText, type FeedFormat } from './feed-format.ts'

const MAX_ADDITIONAL_IMAGES = 20

/** An item that can be ordered is in stock: Meta has no word for a later delivery. */
const availabilities = { 'in-stock': 'in stock', backorder: 'in stock', 'sold-out': 'out of stock' }

type Column = readonly [name: string, valueOf: (item: FeedItem) => string | undefined]

const columns: readonly Column[] = [
  ['id', ({ id }) => id],
  ['title', ({ title }) => title],
  ['description', ({ description }) => description],
  ['availability', ({ availability }) => availabilities[availability]],
  ['condition', () => 'new'],
  ['price', ({ price }) => price],
  ['link', ({ link }) => link],
  ['image_link', ({ jpegs }) => jpegs[0]],
  ['additional_image_link', ({ jpegs }) => jpegs.slice(1, 1 + MAX_ADDITIONAL_IMAGES).join(',')],
  ['brand', ({ brand }) => brand],
  ['gtin', ({ gtin }) => gtin],
  ['mpn', ({ mpn }) => mpn],
  ['item_group_id', ({ groupId }) => groupId],
  ['sale_price', ({ salePrice }) => salePrice],
  ['sale_price_effective_date', salePeriod],
  ['product_type', ({ productType }) => productType],
  ['color', ({ color }) => color],
  ['size', ({ size }) => size],
  ['material', ({ material }) => material],
  ['pattern', ({ pattern }) => pattern],
  ['shipping_weight', weightText],
]

/**
 * The feed of a Meta catalogue (Facebook and Instagram): CSV as RFC 4180 has it, without a byte order mark.
 * https://www.facebook.com/business/help/120325381656392
 */
export const metaFeed: FeedFormat = {
  url: feedLinks.meta,
  contentType: 'text/csv; charset=utf-8',
  head: () => lineOf(columns.map(([name]) => name)),
  item: (item) => lineOf(columns.map(([, valueOf]) => valueOf(item) ?? '')),
  tail: '',
}

/** A program reads the file, so texts that a spreadsheet would run stay as they are. */
const lineOf = (cells: readonly string[]) => `${cells.map(cellOf).join(',')}\r\n`

const cellOf = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
