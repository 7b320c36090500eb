import { useState } from 'react'
import {
  updateCollection,
  type ChosenProduct,
  type CollectionDetail,
} from '#contract/catalog/admin/collection.ts'
import { links } from '#contract/links.ts'
import { categories } from '#web/data/admin/catalog/categories.ts'
import { collections, useRulePreview } from '#web/data/admin/catalog/collections.ts'
import { subcategories } from '#web/data/admin/catalog/subcategories.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { useDebounced } from '#web/lib/use-debounced.ts'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Thumbnail } from '../list-page/thumbnail.tsx'
import { describeForm, type Control } from '../record-form/describe-form.ts'
import { DescribedForm } from '../record-form/described-form.tsx'
import { area, chosen, custom, fixed, idsOf, image, onlyIf, text } from '../record-form/fields.tsx'
import { SelectedProducts } from './selected-products.tsx'
import { RuleFields } from './rule-fields.tsx'
import { selectionText } from './selection-text.ts'

type Rule = NonNullable<CollectionDetail['rule']>
type Known = Map<number, ChosenProduct>

/** A collection as its form sends it; the image is a file. */
const toRecord = (collection: CollectionDetail, known: Known) => ({
  ...collection,
  image: undefined,
  productIds: idsOf(collection.products, known),
})

interface CollectionFields {
  collection: CollectionDetail
  known: Known
  names: Parameters<typeof selectionText>[1]
}

const describeCollection = ({ collection: { id, slug, image: current }, known, names }: CollectionFields) =>
  describeForm(updateCollection.input, {
    id: fixed(id),
    name: text('Collection Name', { maxLength: 200 }),
    slug: text('URL handle', { maxLength: 120, hint: `URL: ${links.listing(slug)}. Old URLs redirect.` }),
    description: area('Description', { required: false, maxLength: 2000, rows: 4 }),
    image: image('Image', { shape: 'square', current: current && <Thumbnail image={current} /> }),
    rule: custom<Rule | null, RuleState>({
      label: 'Product selection',
      mergedWith: ['productIds'],
      start: (rule) => ({ byRule: rule !== null, rule: rule ?? {} }),
      read: ({ state: { byRule, rule } }) => (byRule ? rule : null),
      show: (_rule, input) => selectionText(input, names),
      control: ({ state, setState }) => <RuleChoice state={state} setState={setState} />,
    }),
    productIds: onlyIf(
      ({ rule }) => !(rule as RuleState).byRule,
      undefined,
      chosen('Products', known, {
        control: ({ state, setState }) => <SelectedProducts products={state} onChange={setState} />,
      }),
    ),
  })

/** Edits a collection: its texts, its image and its products, selected by hand or by a rule. */
export function CollectionForm({ collection }: { collection: CollectionDetail }) {
  const { update } = collections.useChanges()
  const [known] = useState<Known>(() => new Map())
  const { id, version } = collection
  const allCategories = categories.useAll().data
  const allSubcategories = subcategories.useAll({ sort: 'category' }).data
  const names = {
    product: (one: number) => known.get(one)?.name ?? `#${one}`,
    category: (one: number) => allCategories?.find((row) => row.id === one)?.productcategoryname ?? `#${one}`,
    subcategory: (one: number) =>
      allSubcategories?.find((row) => row.id === one)?.subcategoryname ?? `#${one}`,
  }
  return (
    <DescribedForm
      label="Collection"
      draft={`collection ${id}`}
      action="Save collection"
      of={describeCollection({ collection, known, names })}
      record={toRecord(collection, known)}
      reread={async () => toRecord(await collections.read(id), known)}
      update={(input, { version: seen }, files) =>
        update.mutateAsync({
          ...input,
          // multipart/form-data has no null; the endpoint reads the text instead.
          ...(input.rule === null && Object.keys(files).length > 0 && { rule: 'null' }),
          version: seen,
          files,
        })
      }
    >
      {({ place }) => (
        <div className="grid items-start gap-x-8 gap-y-5 lg:grid-cols-2">
          <div className="flex flex-col gap-5">
            {(['name', 'slug', 'description', 'image'] as const).map(place)}
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
            {place('rule')}
            {place('productIds')}
          </div>
        </div>
      )}
    </DescribedForm>
  )
}

interface RuleState {
  byRule: boolean
  rule: Rule
}

/** Whether a rule selects the products, and its conditions. */
function RuleChoice({ state, setState }: Pick<Control<Rule | null, RuleState>, 'state' | 'setState'>) {
  const { byRule, rule } = state
  return (
    <>
      <SelectField
        label="Product selection"
        value={byRule ? 'rule' : 'hand'}
        onChange={({ target }) => setState({ byRule: target.value === 'rule', rule })}
        options={[
          ['hand', 'By hand'],
          ['rule', 'By rule'],
        ]}
      />
      {byRule && (
        <>
          <RuleFields rule={rule} onChange={(next) => setState({ byRule, rule: next })} />
          <RulePreview rule={rule} />
        </>
      )}
    </>
  )
}

/** How many products match a rule now, and the first of them. */
function RulePreview({ rule }: { rule: Rule }) {
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
