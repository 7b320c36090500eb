import { createSynonym, type Synonym } from '#contract/search/search-words.ts'
import { synonyms } from '#web/data/admin/search.ts'
import { FormCard } from '../list-page/form-card.tsx'
import type { ListFormProps } from '../list-page/list-page.tsx'
import { describeForm } from '../record-form/describe-form.ts'
import { DescribedForm } from '../record-form/described-form.tsx'
import { area } from '../record-form/fields.tsx'

interface SynonymFormProps extends Omit<ListFormProps<Synonym>, 'firstField'> {
  /** The first word of a new group. */
  word: string
}

const splitWords = (text: string) =>
  text
    .split(/[\n,]/)
    .map((word) => word.trim())
    .filter(Boolean)

/** A new group starts with `word`. */
const describeSynonyms = (word: string) =>
  describeForm(createSynonym.input, {
    words: area<string[]>('Synonyms', {
      hint: 'One per line, or separated by commas. A search for one word also finds the others.',
      rows: 5,
      maxLength: 2200,
      autoCapitalize: 'none',
      initial: word ? [word, ''] : [],
      toText: (words) => words.join('\n'),
      fromText: splitWords,
      show: (words) => words.join('\n'),
    }),
  })

/** Adds or edits a group of synonyms. */
export function SynonymForm({ row: synonym, word, onDone }: SynonymFormProps) {
  const { create, update } = synonyms.useChanges()
  const id = synonym?.id ?? 0
  const title = synonym ? 'Edit synonyms' : 'Add synonyms'
  return (
    <FormCard title={title} focused={synonym !== undefined || word !== ''}>
      <DescribedForm
        label={title}
        draft={`synonyms ${synonym?.id ?? `new ${word}`}`}
        action={synonym ? 'Save synonyms' : 'Add synonyms'}
        of={describeSynonyms(word)}
        check={({ words = '' }) => {
          const tooLong = splitWords(words).find((entry) => entry.length > 100)
          return tooLong === undefined
            ? undefined
            : { path: 'words', message: `Up to 100 characters each: ${tooLong.slice(0, 30)}…` }
        }}
        record={synonym}
        reread={() => synonyms.read(id)}
        create={(input) => create.mutateAsync(input)}
        update={({ words }, { version }) => update.mutateAsync({ words, id, version })}
        onSaved={onDone}
        onCancel={synonym && onDone}
      />
    </FormCard>
  )
}
