import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import { createSearchRule, type SearchRule } from '#contract/search/search-words.ts'
import { searchRules } from '#web/data/admin/search.ts'
import { TextField } from '#web/ui/form/text-field.tsx'
import { RecordForm } from '../record-form/record-form.tsx'
import { ProductChoice } from './product-choice.tsx'

interface RuleFormProps {
  /** Undefined for a new rule. */
  rule: SearchRule | undefined
  /** The search query of a new rule. */
  q: string
}

/** A rule as the input of its form. */
const toRecord = (rule: SearchRule) => ({
  q: rule.q,
  pinned: rule.pinned.map(({ id }) => id),
  hidden: rule.hidden.map(({ id }) => id),
  version: rule.version,
})

/** The pinned products of a search query in order, and the hidden ones. */
export function RuleForm({ rule, q }: RuleFormProps) {
  const navigate = useNavigate()
  const { create, update } = searchRules.useChanges()
  const [pinned, setPinned] = useState(rule?.pinned ?? [])
  const [hidden, setHidden] = useState(rule?.hidden ?? [])
  const id = rule?.id ?? 0
  /** Products that another person added, known after a conflict. */
  const rereadProducts = useRef<SearchRule['pinned']>([])

  function names(ids: unknown) {
    const stored = [...(rule?.pinned ?? []), ...(rule?.hidden ?? []), ...rereadProducts.current]
    const known = new Map([...stored, ...pinned, ...hidden].map((product) => [product.id, product.name]))
    return (Array.isArray(ids) ? ids : []).map((productId) => known.get(Number(productId)) ?? `#${productId}`)
  }

  return (
    <RecordForm
      label="Search rule"
      draft={`search rule ${rule?.id ?? `new ${q}`}`}
      state={{
        value: { pinned, hidden },
        restore(value) {
          const restored = value as { pinned: typeof pinned; hidden: typeof hidden }
          setPinned(restored.pinned)
          setHidden(restored.hidden)
        },
      }}
      action={rule ? 'Save rule' : 'Add rule'}
      schema={createSearchRule.input}
      read={(fields) => ({
        q: fields['q'] ?? '',
        pinned: pinned.map((product) => product.id),
        hidden: hidden.map((product) => product.id),
      })}
      record={rule && toRecord(rule)}
      parts={[
        { name: 'Search query', fields: ['q'] },
        { name: 'Pinned', fields: ['pinned'], text: (input) => names(input.pinned).join('\n') },
        // The order of hidden products has no meaning.
        { name: 'Hidden', fields: ['hidden'], text: (input) => names(input.hidden).toSorted().join('\n') },
      ]}
      reread={async () => {
        const now = await searchRules.read(id)
        rereadProducts.current = [...now.pinned, ...now.hidden]
        return toRecord(now)
      }}
      create={(input) => create.mutateAsync(input)}
      update={(input, { version }) => update.mutateAsync({ ...input, id, version })}
      onSaved={(created) =>
        created && void navigate(dashboardLinks.searchRule(created.data.id), { replace: true })
      }
    >
      {(form) => (
        <>
          <TextField
            {...form.field('q')}
            label="Search query"
            hint="Exact query, ignoring case and accents."
            maxLength={200}
            autoCapitalize="none"
            className="max-w-xl"
            defaultValue={rule?.q ?? q}
          />
          <div className="grid items-start gap-x-8 gap-y-5 lg:grid-cols-2">
            <ProductChoice
              title="Pinned"
              intro="Shown first, in this order, even if they don’t match."
              label="Pin products"
              products={pinned}
              excluded={hidden}
              maxProducts={20}
              sortable
              error={form.error('pinned')}
              onChange={(next) => {
                setPinned(next)
                form.markDirty()
              }}
            />
            <ProductChoice
              title="Hidden"
              intro="Hidden for this query only."
              label="Hide products"
              products={hidden}
              excluded={pinned}
              maxProducts={100}
              error={form.error('hidden')}
              onChange={(next) => {
                setHidden(next)
                form.markDirty()
              }}
            />
          </div>
        </>
      )}
    </RecordForm>
  )
}
