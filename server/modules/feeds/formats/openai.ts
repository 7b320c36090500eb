import { feedLinks } from '#contract/feeds/feeds.ts'
import type { FeedItem, FeedShop } from '../feed-item.ts'
import { weightText, type FeedFormat } from './feed-format.ts'

const availabilities = { 'in-stock': 'in_stock', backorder: 'backorder', 'sold-out': 'out_of_stock' }

/**
 * The product feed of OpenAI: JSON lines with the names of its reference for files.
 * https://developers.openai.com/commerce/specs/file-upload/products
 */
export const openaiFeed: FeedFormat = {
  url: feedLinks.openai,
  contentType: 'application/jsonl; charset=utf-8',
  head: () => '',
  item: (item, shop) => `${JSON.stringify({ ...productOf(item), ...sellerOf(shop) })}\n`,
  tail: '',
}

/** JSON leaves out what is undefined. */
function productOf(item: FeedItem): object {
  const [image, ...others] = item.jpegs
  const { salePrice, saleStarts, saleEnds, rating } = item
  const hasOptions = item.groupId !== undefined
  return {
    is_eligible_search: true,
    // Its checkout speaks another protocol than the shop's agents do.
    is_eligible_checkout: false,
    item_id: item.id,
    gtin: item.gtin,
    mpn: item.mpn,
    title: item.title,
    description: item.description,
    url: item.link,
    brand: item.brand,
    condition: 'new',
    product_category: item.productType,
    image_url: image,
    additional_image_urls: others.length > 0 ? others : undefined,
    price: item.price,
    sale_price: salePrice,
    sale_price_start_date: salePrice && dayOf(saleStarts),
    sale_price_end_date: salePrice && dayOf(saleEnds),
    availability: availabilities[item.availability],
    group_id: item.productId,
    item_group_title: hasOptions ? item.groupTitle : undefined,
    listing_has_variations: hasOptions,
    variant_dict: hasOptions ? item.options : undefined,
    color: item.color,
    size: item.size,
    material: item.material,
    weight: weightText(item)?.split(' ')[0],
    item_weight_unit: weightText(item)?.split(' ')[1],
    star_rating: rating?.average.toFixed(2),
    review_count: rating?.count,
  }
}

function sellerOf({ name, origin, policies, country, countries, returnDays }: FeedShop): object {
  return {
    seller_name: name,
    seller_url: `${origin}/`,
    seller_privacy_policy: policies.privacy,
    seller_tos: policies.terms,
    return_policy: policies.returns,
    accepts_returns: returnDays > 0,
    return_deadline_in_days: returnDays > 0 ? returnDays : undefined,
    store_country: country,
    target_countries: countries,
  }
}

const dayOf = (moment: Date | undefined) => moment?.toISOString().slice(0, 10)
