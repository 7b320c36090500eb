import { useLayoutEffect, useRef } from 'react'
import { controlStyle, Field } from '#web/ui/form/field.tsx'
import { formatMarkdown, type Format } from './markdown-format.ts'
import type { ProductForm } from './product-draft.ts'

const buttons: readonly { kind: Format; name: string; label: string; look?: string }[] = [
  { kind: 'bold', name: 'Bold', label: 'Bold (Ctrl+B)', look: 'font-bold' },
  { kind: 'italic', name: 'Italic', label: 'Italic (Ctrl+I)', look: 'italic' },
  { kind: 'heading', name: 'Heading', label: 'Heading' },
  { kind: 'list', name: 'List', label: 'List' },
  { kind: 'link', name: 'Link', label: 'Link' },
]

/** The description, with buttons that format the selection as Markdown. */
export function DescriptionField({ form: { draft, set, error } }: { form: ProductForm }) {
  const field = useRef<HTMLTextAreaElement>(null)
  const selection = useRef<[start: number, end: number]>(null)

  function format(kind: Format) {
    const area = field.current
    if (!area) return
    const { text, start, end } = formatMarkdown(kind, area.value, area.selectionStart, area.selectionEnd)
    set({ productdescription: text })
    selection.current = [start, end]
  }

  // The text area has the new text only after the render.
  useLayoutEffect(() => {
    if (!selection.current) return
    field.current?.focus()
    field.current?.setSelectionRange(...selection.current)
    selection.current = null
  })

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
              const kind = { b: 'bold', i: 'italic' }[event.key.toLowerCase()] as Format | undefined
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
