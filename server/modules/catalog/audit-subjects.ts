import type { Database } from '#server/db/connect.ts'
import {
  flag,
  moment,
  named,
  image,
  namesIn,
  plain,
  undoWith,
  type AuditSubject,
} from '#server/modules/audit/index.ts'
import {
  createBanner,
  deleteBanner,
  lockBanner,
  updateBanner,
  type BannerInput,
} from './banners/banner.writes.ts'
import {
  createCategory,
  deleteCategory,
  lockCategory,
  updateCategory,
  type CategoryInput,
} from './categories/category.writes.ts'
import {
  createCollection,
  deleteCollection,
  lockCollection,
  updateCollection,
  type CollectionInput,
} from './collections/collection.writes.ts'
import { productAuditSubject } from './products/undo/product-audit-subject.ts'
import {
  createSpecification,
  deleteSpecification,
  lockSpecification,
  updateSpecification,
  type SpecificationInput,
} from './specifications/specification.writes.ts'
import {
  createSubcategory,
  deleteSubcategory,
  lockSubcategory,
  updateSubcategory,
  type SubcategoryInput,
} from './categories/subcategory.writes.ts'

async function listBannerTitles(db: Database, shopId: number, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, string>()
  const rows = await db
    .selectFrom('banner')
    .select(['id', 'title'])
    .where('config_id', '=', shopId)
    .where('id', 'in', ids)
    .where('title', '<>', '')
    .execute()
  return new Map(rows.map(({ id, title }) => [id, title]))
}

const name = plain('Name')
const slug = plain('Address')
const position = plain('Position')
const sizeGuide = plain('Size guide')

/** The catalog's records, with how the audit log shows them and undoes changes. */
export const catalogAuditSubjects: readonly AuditSubject[] = [
  productAuditSubject,
  {
    subject: 'category',
    noun: 'Category',
    permission: 'catalog',
    fields: { name, slug, position, image: image('Image'), taxClass: plain('Tax class'), sizeGuide },
    listNames: namesIn('category', 'name'),
    undo: undoWith<CategoryInput>({
      lock: lockCategory,
      create: createCategory,
      update: updateCategory,
      remove: deleteCategory,
    }),
  },
  {
    subject: 'subcategory',
    noun: 'Subcategory',
    permission: 'catalog',
    fields: {
      name,
      slug,
      position,
      image: image('Image'),
      categoryId: named('Category', 'category'),
      sizeGuide,
    },
    listNames: namesIn('subcategory', 'name'),
    undo: undoWith<SubcategoryInput>({
      lock: lockSubcategory,
      create: createSubcategory,
      update: updateSubcategory,
      remove: deleteSubcategory,
    }),
  },
  {
    subject: 'specification',
    noun: 'Specification',
    permission: 'catalog',
    fields: { name, heading: plain('Heading'), position, filterable: flag('Offered as a filter') },
    listNames: namesIn('specification', 'name'),
    undo: undoWith<SpecificationInput>({
      lock: lockSpecification,
      create: createSpecification,
      update: updateSpecification,
      remove: deleteSpecification,
    }),
  },
  {
    subject: 'collection',
    noun: 'Collection',
    permission: 'catalog',
    fields: {
      name,
      slug,
      position,
      description: plain('Description'),
      image: image('Image'),
      rule: plain('Rule'),
      productIds: named('Products', 'product'),
    },
    listNames: namesIn('collection', 'name'),
    undo: undoWith<CollectionInput>({
      lock: lockCollection,
      create: createCollection,
      update: updateCollection,
      remove: deleteCollection,
    }),
  },
  {
    subject: 'banner',
    noun: 'Banner',
    permission: 'catalog',
    fields: {
      position,
      image: image('Image'),
      title: plain('Title'),
      subtitle: plain('Subtitle'),
      link: plain('Link'),
      shownFrom: moment('Shown from'),
      shownUntil: moment('Shown until'),
    },
    listNames: listBannerTitles,
    undo: undoWith<BannerInput>({
      lock: lockBanner,
      create: createBanner,
      update: updateBanner,
      remove: deleteBanner,
      moments: ['shownFrom', 'shownUntil'],
    }),
  },
]
