import { useState } from 'react'
import { useNavigate } from 'react-router'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import { createSearchRule, type SearchRule } from '#contract/search/search-words.ts'
import { searchRules } from '#web/data/admin/search.ts'
import { describeForm } from '../record-form/describe-form.ts'
import { DescribedForm } from '../record-form/described-form.tsx'
import { chosen, idsOf, text } from '../record-form/fields.tsx'
import { ProductChoice } from './product-choice.tsx'

interface RuleFormProps {
  /** Undefined for a new rule. */
  rule: SearchRule | undefined
  /** The search query of a new rule. */
  q: string
}

type Products = SearchRule['pinned']
type KnownProducts = Map<number, Products[number]>

/** A rule as the input of its form. */
const toRecord = ({ q, pinned, hidden, version }: SearchRule, known: KnownProducts) => ({
  q,
  pinned: idsOf(pinned, known),
  hidden: idsOf(hidden, known),
  version,
})

const describeRule = (q: string, known: KnownProducts) =>
  describeForm(createSearchRule.input, {
    q: text('Search query', {
      hint: 'Exact query, ignoring case and accents.',
      maxLength: 200,
      autoCapitalize: 'none',
      className: 'max-w-xl',
      initial: q,
    }),
    pinned: chosen('Pinned', known, {
      control: ({ form, name, state, states, setState }) => (
        <ProductChoice
          title="Pinned"
          intro="Shown first, in this order, even if they don’t match."
          label="Pin products"
          products={state}
          excluded={states['hidden'] as Products}
          maxProducts={20}
          sortable
          error={form.error(name)}
          onChange={setState}
        />
      ),
    }),
    hidden: chosen('Hidden', known, {
      isUnordered: true,
      control: ({ form, name, state, states, setState }) => (
        <ProductChoice
          title="Hidden"
          intro="Hidden for this query only."
          label="Hide products"
          products={state}
          excluded={states['pinned'] as Products}
          maxProducts={100}
          error={form.error(name)}
          onChange={setState}
        />
      ),
    }),
  })

/** The pinned products of a search query in order, and the hidden ones. */
export function RuleForm({ rule, q }: RuleFormProps) {
  const navigate = useNavigate()
  const { create, update } = searchRules.useChanges()
  const [known] = useState<KnownProducts>(() => new Map())
  const id = rule?.id ?? 0
  return (
    <DescribedForm
      label="Search rule"
      draft={`search rule ${rule?.id ?? `new ${q}`}`}
      action={rule ? 'Save rule' : 'Add rule'}
      of={describeRule(q, known)}
      record={rule && toRecord(rule, known)}
      reread={async () => toRecord(await searchRules.read(id), known)}
      create={create.mutateAsync}
      update={(input, { version }) => update.mutateAsync({ ...input, id, version })}
      onSaved={(created) =>
        created && void navigate(dashboardLinks.searchRule(created.data.id), { replace: true })
      }
    >
      {({ place }) => (
        <>
          {place('q')}
          <div className="grid items-start gap-x-8 gap-y-5 lg:grid-cols-2">
            {place('pinned')}
            {place('hidden')}
          </div>
        </>
      )}
    </DescribedForm>
  )
}
