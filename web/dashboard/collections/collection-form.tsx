import { useState } from 'react'
import type { z } from 'zod'
import { updateCollection, type CollectionDetail } from '#contract/admin-collection.ts'
import { links } from '#contract/links.ts'
import { useAllCategories } from '../../data/admin-categories.ts'
import { readCollection, useCollectionChanges } from '../../data/admin-collections.ts'
import { useAllSubcategories } from '../../data/admin-subcategories.ts'
import { serverMessage } from '../../lib/api.ts'
import { showToast } from '../../lib/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form/form.tsx'
import { PictureField } from '../../ui/form/picture-field.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { TextAreaField } from '../../ui/form/text-area-field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { useUnsavedGuard } from '../../ui/form/use-unsaved-guard.tsx'
import { useSaving } from '../meanwhile/use-saving.tsx'
import { Thumbnail } from '../shelves/thumbnail.tsx'
import { chosenWords } from './chosen-words.ts'
import { ChosenProducts } from './chosen-products.tsx'
import { RuleFields } from './rule-fields.tsx'
import { RulePreview } from './rule-preview.tsx'

/** A collection with what its form sends. */
const storedOf = (collection: CollectionDetail) => ({
  ...collection,
  // A picture comes as a file.
  picture: undefined,
  productIds: collection.products.map(({ id }) => id),
})

/** Everything about one collection: its words, its picture, and which products are in it. */
export function CollectionForm({ collection }: { collection: CollectionDetail }) {
  const { update } = useCollectionChanges()
  const [typed, setTyped] = useState(false)
  const [byRule, setByRule] = useState(collection.rule !== null)
  const [rule, setRule] = useState(collection.rule ?? {})
  const [products, setProducts] = useState<CollectionDetail['products']>(collection.products)
  const { id, version } = collection
  const known = new Map([...collection.products, ...products].map((one) => [one.id, one.name]))
  const categories = useAllCategories().data
  const subcategories = useAllSubcategories().data
  const names = {
    product: (one: number) => known.get(one) ?? `#${one}`,
    category: (one: number) => categories?.find((row) => row.id === one)?.productcategoryname ?? `#${one}`,
    subcategory: (one: number) => subcategories?.find((row) => row.id === one)?.subcategoryname ?? `#${one}`,
  }
  const { save, question } = useSaving<z.input<typeof updateCollection.input>>({
    start: storedOf(collection),
    parts: [
      { name: 'Collection Name', fields: ['name'] },
      { name: 'Address', fields: ['slug'], words: ({ slug }) => slug ?? collection.slug },
      { name: 'Description', fields: ['description'] },
      {
        name: 'Products',
        fields: ['rule', 'productIds'],
        journal: 'rule',
        words: (input) => chosenWords(input, names),
      },
    ],
    picture: { name: 'Image', field: 'picture', journal: 'picture' },
    async reread() {
      const now = await readCollection(id)
      for (const one of now.products) known.set(one.id, one.name)
      return storedOf(now)
    },
    send: async (input, seen, files) =>
      showToast('success', await update({ ...input, id, version: seen }, files)),
  })
  const form = useForm({
    schema: updateCollection.input,
    read: ({ name = '', slug = '', description = '' }) => ({
      id,
      name,
      description,
      ...(slug !== collection.slug && { slug }),
      rule: byRule ? rule : null,
      ...(!byRule && { productIds: products.map((product) => product.id) }),
    }),
    async submit(input, files) {
      await save(input, files)
      setTyped(false)
    },
  })
  const leaving = useUnsavedGuard(form.ref, typed)

  async function removePicture() {
    try {
      showToast('success', await update({ id, picture: null, version }, {}))
    } catch (error) {
      showToast('error', serverMessage(error) ?? 'The picture could not be removed. Please try again.')
    }
  }

  return (
    <div onInput={() => setTyped(true)}>
      <Form form={form} label="Collection" action="Save collection" busyAction="Saving…" multipart>
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
              label="Address"
              maxLength={120}
              hint={`The page is ${links.browse(collection.slug)}. An old address leads on to the new one.`}
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
            <PictureField {...form.field('picture')} label="Image" shape="square">
              {collection.picture && <Thumbnail picture={collection.picture} />}
            </PictureField>
            {collection.picture && (
              <Button kind="quiet" className="self-start" onClick={() => void removePicture()}>
                Remove image
              </Button>
            )}
          </div>
          <div className="flex min-w-0 flex-col gap-5">
            <SelectField
              label="Products are chosen"
              value={byRule ? 'rule' : 'hand'}
              onChange={({ target }) => setByRule(target.value === 'rule')}
              options={[
                ['hand', 'By hand'],
                ['rule', 'By a rule'],
              ]}
            />
            {byRule ? (
              <>
                <RuleFields rule={rule} onChange={setRule} />
                <RulePreview rule={rule} />
              </>
            ) : (
              <ChosenProducts
                products={products}
                onChange={(next) => {
                  setProducts(next)
                  setTyped(true)
                }}
              />
            )}
          </div>
        </div>
      </Form>
      {question}
      {leaving}
    </div>
  )
}
