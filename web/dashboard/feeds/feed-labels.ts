import type { FeedProblem } from '#contract/feeds/feeds.ts'

export const problemLabels: Record<FeedProblem, string> = {
  no_image: 'No image',
  no_description: 'No description',
  no_brand: 'No brand',
  no_number: 'No barcode (GTIN) or MPN',
  no_price: 'Price is 0',
  long_title: 'Title too long',
}

/** What a service does with such a product. */
export const problemEffects: Record<FeedProblem, string> = {
  no_image: 'Google, Meta and OpenAI refuse products without an image.',
  no_description: 'The feed repeats the name. A description helps shoppers to find the product.',
  no_brand: 'OpenAI refuses products without a brand. Google asks for it with an MPN.',
  no_number:
    'At least one variant can’t be matched with the same product elsewhere, so fewer shoppers see it.',
  no_price: 'Google and Meta refuse products that cost nothing.',
  long_title: 'The feed cuts the name, so that name and options have at most 150 characters.',
}
