import { useState } from 'react'
import type { z } from 'zod'
import { createSynonym, type Synonym } from '#contract/search-words.ts'
import { readSynonym, useSearchChanges } from '../../data/admin-search.ts'
import { showToast } from '../../lib/toasts.ts'
import { Form } from '../../ui/form/form.tsx'
import { TextAreaField } from '../../ui/form/text-area-field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { useUnsavedGuard } from '../../ui/form/use-unsaved-guard.tsx'
import { useSaving } from '../meanwhile/use-saving.tsx'
import { FormCard } from '../shelves/form-card.tsx'

interface SynonymFormProps {
  /** The ones to change; without, new ones. */
  synonym: Synonym | undefined
  /** What new ones begin with. */
  word: string
  onDone(): void
}

const none = { id: 0, words: [], version: 0 }
const wordsIn = (text: string) =>
  text
    .split(/[\n,]/)
    .map((word) => word.trim())
    .filter(Boolean)

/** Adds words that mean the same, or changes which do. */
export function SynonymForm({ synonym, word, onDone }: SynonymFormProps) {
  const { addSynonym, updateSynonym } = useSearchChanges()
  const [typed, setTyped] = useState(false)
  const { id } = synonym ?? none
  const { save, question } = useSaving<z.input<typeof createSynonym.input>>({
    start: synonym ?? none,
    parts: [{ name: 'Words', fields: ['words'], words: ({ words }) => words.join('\n') }],
    reread: () => readSynonym(id),
    send: async ({ words }, version) => showToast('success', await updateSynonym({ words, id, version })),
  })
  const form = useForm({
    schema: createSynonym.input,
    check({ words = '' }) {
      const tooLong = wordsIn(words).find((one) => one.length > 100)
      return tooLong === undefined
        ? undefined
        : { path: 'words', message: `At most 100 letters each: ${tooLong.slice(0, 30)}…` }
    },
    read: ({ words = '' }) => ({ words: wordsIn(words) }),
    async submit(input) {
      if (synonym) await save(input)
      else showToast('success', await addSynonym(input))
      onDone()
    },
  })
  const leaving = useUnsavedGuard(form.ref, typed)
  const title = synonym ? 'Edit synonyms' : 'Add synonyms'

  return (
    <FormCard title={title} focused={synonym !== undefined || word !== ''}>
      <div onInput={() => setTyped(true)}>
        <Form
          form={form}
          label={title}
          action={synonym ? 'Save synonyms' : 'Add synonyms'}
          busyAction="Saving…"
          onCancel={synonym && onDone}
        >
          <TextAreaField
            {...form.field('words')}
            label="Words that mean the same"
            hint="One on each line, or with commas. Whoever searches for one of them finds the others too."
            rows={5}
            maxLength={2200}
            autoCapitalize="none"
            defaultValue={synonym?.words.join('\n') ?? (word && `${word}\n`)}
          />
        </Form>
      </div>
      {question}
      {leaving}
    </FormCard>
  )
}
