import type { Database, Transaction } from '#server/db/connect.ts'
import {
  flag,
  moment,
  named,
  image,
  plain,
  type AuditSubject,
  type WriteContext,
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

interface Writes<Input> {
  lock(tx: Transaction, shopId: number, id: number): Promise<object>
  create(tx: Transaction, write: WriteContext, input: Input, formerId?: number): Promise<number>
  update(tx: Transaction, write: WriteContext, id: number, changes: Partial<Input>): Promise<void>
  remove(tx: Transaction, write: WriteContext, id: number): Promise<void>
}

/** Undo uses the same write functions as staff do: the audit log stores their input. */
function undoWith<Input>({ lock, create, update, remove }: Writes<Input>): NonNullable<AuditSubject['undo']> {
  return {
    read: lock,
    create: async (tx, write, id, state) => void (await create(tx, write, state as Input, id)),
    update: (tx, write, id, fields) => update(tx, write, id, fields as Partial<Input>),
    remove: (tx, write, id) => remove(tx, write, id),
  }
}

const nameLookup =
  (table: 'category' | 'subcategory' | 'specification' | 'collection') =>
  async (db: Database, shopId: number, ids: readonly number[]): Promise<Map<number, string>> => {
    if (ids.length === 0) return new Map()
    const rows = await db
      .selectFrom(table)
      .select(['id', 'name'])
      .where('config_id', '=', shopId)
      .where('id', 'in', ids)
      .execute()
    return new Map(rows.map(({ id, name }) => [id, name]))
  }

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

/** The audit log stores dates as text. */
function withDates<T extends Partial<BannerInput>>(banner: T): T {
  const date = (value: unknown) => (typeof value === 'string' ? new Date(value) : value)
  const changed = Object.entries(banner).map(([field, value]) => [
    field,
    field === 'shownFrom' || field === 'shownUntil' ? date(value) : value,
  ])
  return Object.fromEntries(changed) as T
}

/** The catalog's records, with how the audit log shows them and undoes changes. */
export const catalogAuditSubjects: readonly AuditSubject[] = [
  productAuditSubject,
  {
    subject: 'category',
    noun: 'Category',
    permission: 'catalog',
    fields: { name, slug, position, image: image('Image'), taxClass: plain('Tax class') },
    listNames: nameLookup('category'),
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
    fields: { name, slug, position, image: image('Image'), categoryId: named('Category', 'category') },
    listNames: nameLookup('subcategory'),
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
    listNames: nameLookup('specification'),
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
    listNames: nameLookup('collection'),
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
      create: (tx, write, input, id) => createBanner(tx, write, withDates(input), id),
      update: (tx, write, id, changes) => updateBanner(tx, write, id, withDates(changes)),
      remove: deleteBanner,
    }),
  },
]
