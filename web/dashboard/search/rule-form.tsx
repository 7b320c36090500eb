import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import type { z } from 'zod'
import { createSearchRule, type SearchRule } from '#contract/search-words.ts'
import { readSearchRule, useSearchChanges } from '../../data/admin-search.ts'
import { showToast } from '../../lib/toasts.ts'
import { Form } from '../../ui/form/form.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { useUnsavedGuard } from '../../ui/form/use-unsaved-guard.tsx'
import { useSaving } from '../meanwhile/use-saving.tsx'
import { rulePath } from './places.ts'
import { ProductChoice } from './product-choice.tsx'

interface RuleFormProps {
  /** The one to change; without, a new one. */
  rule: SearchRule | undefined
  /** The search that a new one is for. */
  q: string
}

/** A rule with what its form sends. */
const storedOf = (rule: SearchRule) => ({
  q: rule.q,
  pinned: rule.pinned.map(({ id }) => id),
  hidden: rule.hidden.map(({ id }) => id),
  version: rule.version,
})

/** For one search: the products that come first, in order, and those that it does not find. */
export function RuleForm({ rule, q }: RuleFormProps) {
  const navigate = useNavigate()
  const { addRule, updateRule } = useSearchChanges()
  const [pinned, setPinned] = useState(rule?.pinned ?? [])
  const [hidden, setHidden] = useState(rule?.hidden ?? [])
  const [changed, setChanged] = useState(false)
  const [leaving, setLeaving] = useState<string>()
  const id = rule?.id ?? 0
  const known = new Map(
    [...(rule?.pinned ?? []), ...(rule?.hidden ?? []), ...pinned, ...hidden].map((one) => [one.id, one.name]),
  )
  const names = (ids: unknown) =>
    (Array.isArray(ids) ? ids : []).map((one) => known.get(Number(one)) ?? `#${one}`)
  const { save, question } = useSaving<z.input<typeof createSearchRule.input>>({
    start: rule ? storedOf(rule) : { q: '', version: 0 },
    parts: [
      { name: 'Search', fields: ['q'] },
      { name: 'Come first', fields: ['pinned'], words: (input) => names(input.pinned).join('\n') },
      // The order of these says nothing.
      { name: 'Hidden', fields: ['hidden'], words: (input) => names(input.hidden).toSorted().join('\n') },
    ],
    async reread() {
      const now = await readSearchRule(id)
      for (const one of [...now.pinned, ...now.hidden]) known.set(one.id, one.name)
      return storedOf(now)
    },
    send: async (input, version) => showToast('success', await updateRule({ ...input, id, version })),
  })
  const form = useForm({
    schema: createSearchRule.input,
    read: (fields) => ({
      q: fields['q'] ?? '',
      pinned: pinned.map((one) => one.id),
      hidden: hidden.map((one) => one.id),
    }),
    async submit(input) {
      if (rule) await save(input)
      else {
        const made = await addRule(input)
        showToast('success', made.message)
        // Once it is known that nothing is unsaved.
        setLeaving(rulePath(made.id))
      }
      setChanged(false)
    },
  })
  const unsaved = useUnsavedGuard(form.ref, changed)
  useEffect(() => {
    if (leaving && !changed) void navigate(leaving, { replace: true })
  }, [leaving, changed, navigate])

  const touching = (set: (next: SearchRule['pinned']) => void) => (next: SearchRule['pinned']) => {
    set(next)
    setChanged(true)
  }

  return (
    <div onInput={() => setChanged(true)}>
      <Form form={form} label="Search rule" action={rule ? 'Save rule' : 'Add rule'} busyAction="Saving…">
        <TextField
          {...form.field('q')}
          label="Search"
          hint="What shoppers type. Case, accents and signs do not matter; it holds for this text alone."
          maxLength={200}
          autoCapitalize="none"
          className="max-w-xl"
          defaultValue={rule?.q ?? q}
        />
        <div className="grid items-start gap-x-8 gap-y-5 lg:grid-cols-2">
          <ProductChoice
            title="Come first"
            intro="In this order, before everything else that is found, also where it would not be found at all."
            label="Add products that come first"
            products={pinned}
            others={hidden}
            most={20}
            ordered
            error={form.field('pinned').error}
            onChange={touching(setPinned)}
          />
          <ProductChoice
            title="Hidden"
            intro="Not found by this search; other searches find them as before."
            label="Add products that are hidden"
            products={hidden}
            others={pinned}
            most={100}
            error={form.field('hidden').error}
            onChange={touching(setHidden)}
          />
        </div>
      </Form>
      {question}
      {unsaved}
    </div>
  )
}
