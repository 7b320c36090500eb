import { useRef } from 'react'
import { changeAndFocus } from '../../lib/focus.ts'
import { controlStyle, Field } from '../../ui/form/field.tsx'
import { mark, type Mark } from './markdown-marks.ts'
import type { ProductForm } from './product-form.ts'

const buttons: readonly { kind: Mark; name: string; label: string; look?: string }[] = [
  { kind: 'bold', name: 'Bold', label: 'Bold (Ctrl+B)', look: 'font-bold' },
  { kind: 'italic', name: 'Italic', label: 'Italic (Ctrl+I)', look: 'italic' },
  { kind: 'heading', name: 'Heading', label: 'Heading' },
  { kind: 'list', name: 'List', label: 'List' },
  { kind: 'link', name: 'Link', label: 'Link' },
]

/** The description, with buttons that put the marks of simple formatting around what is selected. */
export function DescriptionField({ form: { draft, set, error } }: { form: ProductForm }) {
  const field = useRef<HTMLTextAreaElement>(null)

  function format(kind: Mark) {
    const area = field.current
    if (!area) return
    const { text, start, end } = mark(kind, area.value, area.selectionStart, area.selectionEnd)
    changeAndFocus(
      () => set({ productdescription: text }),
      () => area,
    )
    area.setSelectionRange(start, end)
  }

  return (
    <Field
      label="Description"
      optional
      hint="Markdown: **bold**, *italic*, ## heading, - list, [link](https://…)"
      error={error('productdescription')}
    >
      {(control) => (
        <>
          <div role="group" aria-label="Formatting" className="mb-2 flex flex-wrap gap-1">
            {buttons.map(({ kind, name, label, look = '' }) => (
              <button
                key={kind}
                type="button"
                aria-label={label}
                onClick={() => format(kind)}
                className={`min-h-9 cursor-pointer rounded-xs border border-edge bg-card px-3 text-sm hover:bg-ground ${look}`}
              >
                {name}
              </button>
            ))}
          </div>
          <textarea
            {...control}
            ref={field}
            name="productdescription"
            rows={8}
            maxLength={20_000}
            value={draft.productdescription}
            onChange={({ target }) => set({ productdescription: target.value })}
            onKeyDown={(event) => {
              const kind = { b: 'bold', i: 'italic' }[event.key.toLowerCase()] as Mark | undefined
              if (!kind || !(event.ctrlKey || event.metaKey) || event.altKey) return
              event.preventDefault()
              format(kind)
            }}
            className={controlStyle}
          />
        </>
      )}
    </Field>
  )
}
