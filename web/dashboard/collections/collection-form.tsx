import { useRef, useState } from 'react'
import { updateCollection, type CollectionDetail } from '#contract/catalog/admin/collection.ts'
import { links } from '#contract/links.ts'
import { categories } from '#web/data/admin/catalog/categories.ts'
import { collections, useRulePreview } from '#web/data/admin/catalog/collections.ts'
import { subcategories } from '#web/data/admin/catalog/subcategories.ts'
import { Button } from '#web/ui/button.tsx'
import { ImageField } from '#web/ui/form/image-field.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useDebounced } from '#web/lib/use-debounced.ts'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Thumbnail } from '../list-page/thumbnail.tsx'
import { RecordForm } from '../record-form/record-form.tsx'
import { SelectedProducts } from './selected-products.tsx'
import { RuleFields } from './rule-fields.tsx'
import { selectionText } from './selection-text.ts'

/** A collection as its form sends it; the image is a file. */
const toRecord = (collection: CollectionDetail) => ({
  ...collection,
  image: undefined,
  productIds: collection.products.map(({ id }) => id),
})

/** Edits a collection: its texts, its image and its products, selected by hand or by a rule. */
export function CollectionForm({ collection }: { collection: CollectionDetail }) {
  const { update } = collections.useChanges()
  const [byRule, setByRule] = useState(collection.rule !== null)
  const [rule, setRule] = useState(collection.rule ?? {})
  const [products, setProducts] = useState(collection.products)
  const { id, version } = collection
  // The products that another person's version names, once there is a conflict.
  const theirProducts = useRef<CollectionDetail['products']>([])
  const allCategories = categories.useAll().data
  const allSubcategories = subcategories.useAll({ sort: 'category' }).data
  const names = {
    product: (one: number) =>
      [...collection.products, ...products, ...theirProducts.current].find((row) => row.id === one)?.name ??
      `#${one}`,
    category: (one: number) => allCategories?.find((row) => row.id === one)?.productcategoryname ?? `#${one}`,
    subcategory: (one: number) =>
      allSubcategories?.find((row) => row.id === one)?.subcategoryname ?? `#${one}`,
  }

  return (
    <RecordForm
      label="Collection"
      draft={`collection ${id}`}
      state={{
        value: { byRule, rule, products },
        restore(value) {
          const restored = value as { byRule: boolean; rule: typeof rule; products: typeof products }
          setByRule(restored.byRule)
          setRule(restored.rule)
          setProducts(restored.products)
        },
      }}
      action="Save collection"
      schema={updateCollection.input}
      read={({ name = '', slug = '', description = '' }) => ({
        id,
        name,
        description,
        ...(slug !== collection.slug && { slug }),
        rule: byRule ? rule : null,
        ...(!byRule && { productIds: products.map((product) => product.id) }),
      })}
      record={toRecord(collection)}
      parts={[
        { name: 'Collection Name', fields: ['name'] },
        { name: 'URL handle', fields: ['slug'], text: ({ slug }) => slug ?? collection.slug },
        { name: 'Description', fields: ['description'] },
        {
          name: 'Products',
          fields: ['rule', 'productIds'],
          text: (input) => selectionText(input, names),
        },
      ]}
      image={{ name: 'Image', field: 'image', auditField: 'image' }}
      reread={async () => {
        const now = await collections.read(id)
        theirProducts.current = now.products
        return toRecord(now)
      }}
      update={(input, { version: seen }, files) =>
        update.mutateAsync({
          ...input,
          // multipart/form-data has no null; the endpoint reads the text instead.
          ...(input.rule === null && Object.keys(files).length > 0 && { rule: 'null' }),
          id,
          version: seen,
          files,
        })
      }
      multipart
    >
      {(form) => (
        <div className="grid items-start gap-x-8 gap-y-5 lg:grid-cols-2">
          <div className="flex flex-col gap-5">
            <TextField
              {...form.field('name')}
              label="Collection Name"
              maxLength={200}
              defaultValue={collection.name}
            />
            <TextField
              {...form.field('slug')}
              label="URL handle"
              maxLength={120}
              hint={`URL: ${links.listing(collection.slug)}. Old URLs redirect.`}
              defaultValue={collection.slug}
            />
            <TextAreaField
              {...form.field('description')}
              label="Description"
              required={false}
              maxLength={2000}
              rows={4}
              defaultValue={collection.description}
            />
            <ImageField {...form.field('image')} label="Image" shape="square">
              {collection.image && <Thumbnail image={collection.image} />}
            </ImageField>
            {collection.image && (
              <Button
                kind="quiet"
                className="self-start"
                onClick={() => update.mutate({ id, image: null, version })}
              >
                Remove image
              </Button>
            )}
          </div>
          <div className="flex min-w-0 flex-col gap-5">
            <SelectField
              label="Product selection"
              value={byRule ? 'rule' : 'hand'}
              onChange={({ target }) => setByRule(target.value === 'rule')}
              options={[
                ['hand', 'By hand'],
                ['rule', 'By rule'],
              ]}
            />
            {byRule ? (
              <>
                <RuleFields rule={rule} onChange={setRule} />
                <RulePreview rule={rule} />
              </>
            ) : (
              <SelectedProducts
                products={products}
                onChange={(next) => {
                  setProducts(next)
                  form.markDirty()
                }}
              />
            )}
          </div>
        </div>
      )}
    </RecordForm>
  )
}

/** How many products match a rule now, and the first of them. */
function RulePreview({ rule }: { rule: NonNullable<CollectionDetail['rule']> }) {
  const query = useRulePreview(useDebounced(rule, 300))
  return (
    <section aria-label="Matching products">
      <Loaded query={query} skeleton={<Skeleton className="h-40" />}>
        {({ data, total }) => (
          <>
            <p role="status" className="mb-3 font-medium">
              {total === 1 ? 'Matches 1 product' : `Matches ${total} products`}
            </p>
            <ul className="grid gap-3 sm:grid-cols-2">
              {data.map(({ id, productname, images }) => (
                <li key={id} className="flex min-w-0 items-center gap-3">
                  <Thumbnail image={images[0] ?? null} />
                  <span className="line-clamp-2 min-w-0 text-sm">{productname}</span>
                </li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </section>
  )
}
