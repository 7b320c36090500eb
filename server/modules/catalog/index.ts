export { catalogRoutes } from './catalog.routes.ts'
export { createBanner, deleteBanner, updateBanner, type BannerInput } from './banner.writes.ts'
export { createCategory, deleteCategory, updateCategory, type CategoryInput } from './category.writes.ts'
export {
  createCollection,
  deleteCollection,
  updateCollection,
  type CollectionInput,
  type CollectionRule,
} from './collection.writes.ts'
export { refreshFacets } from './facet.writes.ts'
export { removeLoosePictures } from './loose-picture.writes.ts'
export { listKeptCards, type KeptCard } from './kept-card.queries.ts'
export { addPictures } from './picture.writes.ts'
export { catalogRevertibles } from './revertible.ts'
export type { ProductInput, ProductState, ProductStatus, VariantInput } from './product.rules.ts'
export { createProduct, deleteProduct, updateProduct } from './product.writes.ts'
export { makeSlug } from './slug.rules.ts'
export {
  createSpecification,
  deleteSpecification,
  updateSpecification,
  type SpecificationInput,
} from './specification.writes.ts'
export {
  createSubcategory,
  deleteSubcategory,
  updateSubcategory,
  type SubcategoryInput,
} from './subcategory.writes.ts'
export { robots, sitemapIndex, sitemapPart } from './sitemap.ts'
