export { convertPrices } from './products/editing/currency.writes.ts'
export { catalogRoutes } from './catalog.routes.ts'
export { createBanner, deleteBanner, updateBanner } from './banners/banner.writes.ts'
export { createCategory, deleteCategory, updateCategory } from './categories/category.writes.ts'
export { createCollection, deleteCollection, updateCollection } from './collections/collection.writes.ts'
export { refreshFacets } from './facets/facet.writes.ts'
export { removeOrphanedUploads } from './images/orphaned-uploads.writes.ts'
export { isPublic } from './products/listing/product-filter.ts'
export { saleJob } from './products/listing/sale.job.ts'
export { notifyNoLongerNew } from './products/listing/no-longer-new.ts'
export { listFiledProducts, type FiledProduct } from './products/admin/products-file.queries.ts'
export { listSavedCards } from './products/cards/saved-card.queries.ts'
export { findProductPage } from './products/records/product-page.queries.ts'
export { listIdentified, listProductRecords } from './products/records/product-record.queries.ts'
export { type ProductRecord, type VariantRecord } from './products/records/product-record.ts'
export { addImages, requireImages } from './images/image.writes.ts'
export { catalogAuditSubjects } from './audit-subjects.ts'
export {
  findIssues,
  normalizeProduct,
  optionsKey,
  variantState,
  type ProductInput,
  type ProductState,
  type ProductStatus,
  type VariantInput,
} from './products/editing/product.rules.ts'
export { lockProducts } from './products/editing/product-state.queries.ts'
export { createProduct, createProducts } from './products/editing/create-products.writes.ts'
export {
  deleteProduct,
  updateLockedProduct,
  updateProduct,
  type ProductChanges,
} from './products/editing/product.writes.ts'
export { makeDistinctSlug, makeSlug } from './slugs/slug.rules.ts'
export {
  createSpecification,
  deleteSpecification,
  updateSpecification,
} from './specifications/specification.writes.ts'
export { createSubcategory, deleteSubcategory, updateSubcategory } from './categories/subcategory.writes.ts'
export { listProductRanges } from './sitemap/sitemap.queries.ts'
export { robots, sitemapIndex, sitemapPart } from './sitemap/sitemap.ts'
