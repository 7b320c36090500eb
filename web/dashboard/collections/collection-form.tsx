import { useState } from 'react'
import { updateCollection, type CollectionDetail } from '#contract/admin-collection.ts'
import { links } from '#contract/links.ts'
import { useCollectionChanges } from '../../data/admin-collections.ts'
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
import { Thumbnail } from '../shelves/thumbnail.tsx'
import { useSaving } from '../shelves/use-saving.tsx'
import { ChosenProducts } from './chosen-products.tsx'
import { RuleFields } from './rule-fields.tsx'
import { RulePreview } from './rule-preview.tsx'

/** Everything about one collection: its words, its picture, and which products are in it. */
export function CollectionForm({ collection }: { collection: CollectionDetail }) {
  const { update } = useCollectionChanges()
  const [typed, setTyped] = useState(false)
  const { save, question } = useSaving('collection', () => setTyped(false))
  const [byRule, setByRule] = useState(collection.rule !== null)
  const [rule, setRule] = useState(collection.rule ?? {})
  const [products, setProducts] = useState<CollectionDetail['products']>(collection.products)
  const { id, version } = collection
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
    submit: (input, files) => save(id, version, (seen) => update({ ...input, version: seen }, files)),
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
