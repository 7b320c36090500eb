import type { FeedItem, FeedShop } from '../feed-item.ts'

/** How a consumer wants its feed. */
export interface FeedFormat {
  url: string
  contentType: string
  head(shop: FeedShop): string
  item(item: FeedItem, shop: FeedShop): string
  tail: string
}

/** Start and end of a sale as ISO 8601 writes a range, if both are known. */
export const salePeriod = ({ salePrice, saleStarts, saleEnds }: FeedItem): string | undefined =>
  salePrice && saleStarts && saleEnds ? `${withoutMs(saleStarts)}/${withoutMs(saleEnds)}` : undefined

const withoutMs = (moment: Date) => moment.toISOString().replace(/\.\d+Z$/, 'Z')

/** Grams with their unit. */
export const weightText = ({ weight }: FeedItem): string | undefined =>
  weight === undefined ? undefined : `${weight} g`
