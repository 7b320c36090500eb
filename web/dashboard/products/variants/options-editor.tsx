import { useRef } from 'react'
import { useFocus } from '#web/lib/browser/focus.ts'
import { Button } from '#web/ui/button.tsx'
import { controlStyle } from '#web/ui/form/field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { newKey } from '#web/lib/new-key.ts'
import { combine, countCombinations, MAX_VARIANTS, type OptionDraft } from './combinations.ts'
import type { ProductForm } from '../form/product-draft.ts'

const MAX_OPTIONS = 3

/** The options that variants differ in, each with its values. */
export function OptionsEditor({ form }: { form: ProductForm }) {
  const { draft, set, error } = form
  const lastName = useRef<HTMLInputElement>(null)
  const focus = useFocus()

  function write(options: OptionDraft[]) {
    if (countCombinations(options) > MAX_VARIANTS) return false
    set({ options, variants: combine(options, draft.variants) })
    return true
  }
  const replace = (key: string, changes: Partial<OptionDraft>) =>
    write(draft.options.map((option) => (option.key === key ? { ...option, ...changes } : option)))

  function add() {
    write([...draft.options, { key: newKey(), name: '', values: [] }])
    focus(() => lastName.current)
  }

  return (
    <div className="flex flex-col gap-4">
      {draft.options.map((option, index) => (
        <fieldset key={option.key} className="min-w-0 rounded-xs border border-line p-4">
          <legend className="px-1 text-sm text-quiet">Option {index + 1}</legend>
          <div className="flex items-end gap-3">
            <TextField
              ref={index === draft.options.length - 1 ? lastName : undefined}
              label="Option name"
              placeholder="Colour"
              maxLength={100}
              value={option.name}
              error={error(`options.${index}`)}
              onChange={({ target }) => replace(option.key, { name: target.value })}
              className="min-w-0 grow"
            />
            <Button
              kind="quiet"
              aria-label={`Remove option ${option.name || index + 1}`}
              onClick={() => write(draft.options.filter(({ key }) => key !== option.key))}
            >
              Remove
            </Button>
          </div>
          <OptionValues option={option} onChange={(values) => replace(option.key, { values })} />
        </fieldset>
      ))}
      {error('options') && <p className="text-sm font-medium text-danger">{error('options')}</p>}
      {draft.options.length < MAX_OPTIONS && (
        <Button kind="secondary" className="self-start" onClick={add}>
          <Icon name="plus" className="size-5" />
          {draft.options.length === 0 ? 'Add an option, such as colour or size' : 'Add another option'}
        </Button>
      )}
    </div>
  )
}

interface OptionValuesProps {
  option: OptionDraft
  /** Returns false if there would be too many variants. */
  onChange(values: OptionDraft['values']): boolean
}

function OptionValues({ option, onChange }: OptionValuesProps) {
  const adding = useRef<HTMLInputElement>(null)
  const note = useRef<HTMLParagraphElement>(null)
  const { values } = option
  const name = option.name || 'the option'
  const announce = (text: string) => {
    if (note.current) note.current.textContent = text
  }

  /** Adds one value, or several separated by commas. */
  function add() {
    const texts = (adding.current?.value ?? '').split(',').map((text) => text.trim().slice(0, 100))
    const known = new Set(values.map(({ text }) => text.toLowerCase()))
    const fresh = texts.filter((text) => {
      const isNew = text !== '' && !known.has(text.toLowerCase())
      known.add(text.toLowerCase())
      return isNew
    })
    if (fresh.length === 0) return announce(texts.some(Boolean) ? 'Value already added.' : '')
    const isTaken = onChange([...values, ...fresh.map((text) => ({ key: newKey(), text }))])
    if (isTaken && adding.current) adding.current.value = ''
    announce(isTaken ? '' : `Maximum ${MAX_VARIANTS} variants.`)
  }

  return (
    <div className="mt-4">
      <p className="mb-1.5 font-medium">Values</p>
      <ul className="flex flex-wrap gap-2">
        {values.map((value) => (
          <li key={value.key} className="flex max-w-full items-center rounded-xs border border-edge bg-card">
            <input
              aria-label={`Value ${value.text} of ${name}`}
              value={value.text}
              maxLength={100}
              onChange={({ target }) =>
                onChange(
                  values.map((other) => (other.key === value.key ? { ...other, text: target.value } : other)),
                )
              }
              size={Math.max(4, value.text.length)}
              className="min-h-10 min-w-0 bg-transparent px-3"
            />
            <button
              type="button"
              aria-label={`Remove value ${value.text} of ${name}`}
              onClick={() => {
                onChange(values.filter(({ key }) => key !== value.key))
                adding.current?.focus()
              }}
              className="grid size-10 shrink-0 cursor-pointer place-items-center hover:bg-ground"
            >
              <Icon name="close" className="size-4" />
            </button>
          </li>
        ))}
      </ul>
      <div className="mt-2 flex gap-2">
        <input
          ref={adding}
          aria-label={`New value of ${name}`}
          placeholder="Sage, Clay, Oat"
          className={controlStyle}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            add()
          }}
        />
        <Button kind="secondary" aria-label={`Add value of ${name}`} onClick={add}>
          Add
        </Button>
      </div>
      <p ref={note} role="status" className="mt-1.5 text-sm text-quiet" />
    </div>
  )
}
