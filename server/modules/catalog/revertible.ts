import type { Database, Transaction } from '#server/db/connect.ts'
import {
  flag,
  moment,
  named,
  picture,
  plain,
  type Revertible,
  type WriteContext,
} from '#server/modules/journal/index.ts'
import { createBanner, deleteBanner, lockBanner, updateBanner, type BannerInput } from './banner.writes.ts'
import {
  createCategory,
  deleteCategory,
  lockCategory,
  updateCategory,
  type CategoryInput,
} from './category.writes.ts'
import {
  createCollection,
  deleteCollection,
  lockCollection,
  updateCollection,
  type CollectionInput,
} from './collection.writes.ts'
import { revertibleProduct } from './revertible-product.ts'
import {
  createSpecification,
  deleteSpecification,
  lockSpecification,
  updateSpecification,
  type SpecificationInput,
} from './specification.writes.ts'
import {
  createSubcategory,
  deleteSubcategory,
  lockSubcategory,
  updateSubcategory,
  type SubcategoryInput,
} from './subcategory.writes.ts'

interface Writes<Input> {
  lock(tx: Transaction, configId: number, id: number): Promise<object>
  create(tx: Transaction, write: WriteContext, input: Input, formerId?: number): Promise<number>
  update(tx: Transaction, write: WriteContext, id: number, changes: Partial<Input>): Promise<void>
  remove(tx: Transaction, write: WriteContext, id: number): Promise<void>
}

/** Putting back is writing: the journal keeps what these functions take. */
function backBy<Input>({ lock, create, update, remove }: Writes<Input>): NonNullable<Revertible['back']> {
  return {
    read: lock,
    create: async (tx, write, id, state) => void (await create(tx, write, state as Input, id)),
    update: (tx, write, id, fields) => update(tx, write, id, fields as Partial<Input>),
    remove: (tx, write, id) => remove(tx, write, id),
  }
}

const namesIn =
  (table: 'category' | 'subcategory' | 'specification' | 'collection') =>
  async (db: Database, configId: number, ids: readonly number[]): Promise<Map<number, string>> => {
    if (ids.length === 0) return new Map()
    const rows = await db
      .selectFrom(table)
      .select(['id', 'name'])
      .where('config_id', '=', configId)
      .where('id', 'in', ids)
      .execute()
    return new Map(rows.map(({ id, name }) => [id, name]))
  }

async function listBannerTitles(db: Database, configId: number, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, string>()
  const rows = await db
    .selectFrom('banner')
    .select(['id', 'title'])
    .where('config_id', '=', configId)
    .where('id', 'in', ids)
    .where('title', '<>', '')
    .execute()
  return new Map(rows.map(({ id, title }) => [id, title]))
}

const name = plain('Name')
const slug = plain('Address')
const position = plain('Position')

/** The dates of a banner arrive as texts from the journal. */
function datesOf<T extends Partial<BannerInput>>(banner: T): T {
  const date = (value: unknown) => (typeof value === 'string' ? new Date(value) : value)
  const changed = Object.entries(banner).map(([field, value]) => [
    field,
    field === 'shownFrom' || field === 'shownUntil' ? date(value) : value,
  ])
  return Object.fromEntries(changed) as T
}

/** What staff writes into the catalogue, as the journal shows it and puts it back. */
export const catalogRevertibles: readonly Revertible[] = [
  revertibleProduct,
  {
    subject: 'category',
    noun: 'Category',
    permission: 'catalogue',
    fields: { name, slug, position, picture: picture('Picture') },
    listNames: namesIn('category'),
    back: backBy<CategoryInput>({
      lock: lockCategory,
      create: createCategory,
      update: updateCategory,
      remove: deleteCategory,
    }),
  },
  {
    subject: 'subcategory',
    noun: 'Subcategory',
    permission: 'catalogue',
    fields: { name, slug, position, picture: picture('Picture'), categoryId: named('Category', 'category') },
    listNames: namesIn('subcategory'),
    back: backBy<SubcategoryInput>({
      lock: lockSubcategory,
      create: createSubcategory,
      update: updateSubcategory,
      remove: deleteSubcategory,
    }),
  },
  {
    subject: 'specification',
    noun: 'Specification',
    permission: 'catalogue',
    fields: { name, position, filterable: flag('Offered as a filter') },
    listNames: namesIn('specification'),
    back: backBy<SpecificationInput>({
      lock: lockSpecification,
      create: createSpecification,
      update: updateSpecification,
      remove: deleteSpecification,
    }),
  },
  {
    subject: 'collection',
    noun: 'Collection',
    permission: 'catalogue',
    fields: {
      name,
      slug,
      position,
      description: plain('Description'),
      picture: picture('Picture'),
      rule: plain('Rule'),
      productIds: named('Products', 'product'),
    },
    listNames: namesIn('collection'),
    back: backBy<CollectionInput>({
      lock: lockCollection,
      create: createCollection,
      update: updateCollection,
      remove: deleteCollection,
    }),
  },
  {
    subject: 'banner',
    noun: 'Banner',
    permission: 'catalogue',
    fields: {
      position,
      picture: picture('Picture'),
      title: plain('Title'),
      subtitle: plain('Subtitle'),
      link: plain('Link'),
      shownFrom: moment('Shown from'),
      shownUntil: moment('Shown until'),
    },
    listNames: listBannerTitles,
    back: backBy<BannerInput>({
      lock: lockBanner,
      create: (tx, write, input, id) => createBanner(tx, write, datesOf(input), id),
      update: (tx, write, id, changes) => updateBanner(tx, write, id, datesOf(changes)),
      remove: deleteBanner,
    }),
  },
]
