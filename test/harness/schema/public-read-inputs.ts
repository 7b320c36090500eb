/** Input for each public read that needs some, by its path, in a shop with a live product. */
export const publicReadInputs = (product: {
  id: number
  slug: string
}): Record<string, Record<string, unknown>> => ({
  'product/getproduct': { limit: 10, facets: true },
  'product/getproductdetails': { productid: product.id },
  'product/getrelatedproducts': { exclude_product_id: product.id },
  'productSubcategory/getSubcategory': { parent_category_id: 1 },
  'comment/getComments': { product_id: product.id },
  'slugs/:kind/:slug': { kind: 'product', slug: product.slug },
  'pages/:slug': { slug: 'about' },
  'search/suggestions': { q: 'mug' },
})
