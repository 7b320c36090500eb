import { createSynonym, type Synonym } from '#contract/search/search-words.ts'
import { synonyms } from '#web/data/admin/search.ts'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import { FormCard } from '../list-page/form-card.tsx'
import type { ListFormProps } from '../list-page/list-page.tsx'
import { RecordForm } from '../record-form/record-form.tsx'

interface SynonymFormProps extends Omit<ListFormProps<Synonym>, 'firstField'> {
  /** The first word of a new group. */
  word: string
}

const splitWords = (text: string) =>
  text
    .split(/[\n,]/)
    .map((word) => word.trim())
    .filter(Boolean)

/** Adds or edits a group of synonyms. */
export function SynonymForm({ row: synonym, word, onDone }: SynonymFormProps) {
  const { create, update } = synonyms.useChanges()
  const id = synonym?.id ?? 0
  const title = synonym ? 'Edit synonyms' : 'Add synonyms'
  return (
    <FormCard title={title} focused={synonym !== undefined || word !== ''}>
      <RecordForm
        label={title}
        draft={`synonyms ${synonym?.id ?? `new ${word}`}`}
        action={synonym ? 'Save synonyms' : 'Add synonyms'}
        schema={createSynonym.input}
        check={({ words = '' }) => {
          const tooLong = splitWords(words).find((entry) => entry.length > 100)
          return tooLong === undefined
            ? undefined
            : { path: 'words', message: `Up to 100 characters each: ${tooLong.slice(0, 30)}…` }
        }}
        read={({ words = '' }) => ({ words: splitWords(words) })}
        record={synonym}
        parts={[{ name: 'Synonyms', fields: ['words'], text: ({ words }) => words.join('\n') }]}
        reread={() => synonyms.read(id)}
        create={(input) => create.mutateAsync(input)}
        update={({ words }, { version }) => update.mutateAsync({ words, id, version })}
        onSaved={onDone}
        onCancel={synonym && onDone}
      >
        {(form) => (
          <TextAreaField
            {...form.field('words')}
            label="Synonyms"
            hint="One per line, or separated by commas. A search for one word also finds the others."
            rows={5}
            maxLength={2200}
            autoCapitalize="none"
            defaultValue={synonym?.words.join('\n') ?? (word && `${word}\n`)}
          />
        )}
      </RecordForm>
    </FormCard>
  )
}
