import { useRef, useState, type ReactNode } from 'react'
import { buttonStyle } from '../button-style.ts'
import { drawPreview } from './draw-preview.ts'
import { Field } from './field.tsx'

interface ImageFieldProps {
  name: string
  label: string
  hint?: ReactNode
  error?: string | undefined
  /** Whether an image must be chosen. */
  required?: boolean
  /** The shape of the preview; round for people. */
  shape?: 'round' | 'square' | 'wide'
  onChoose?(file: File | undefined): void
  /** The current image, until another one is chosen. */
  children: ReactNode
}

const PREVIEW_SIZE = 80
const shapes = { round: [1, 'size-20 rounded-full'], square: [1, 'size-20'], wide: [2, 'h-20 w-40'] } as const

/** Picks an image and previews it before the upload. */
export function ImageField(props: ImageFieldProps) {
  const { name, label, hint, error, required, shape = 'round', onChoose, children } = props
  const [ratio, look] = shapes[shape]
  const preview = useRef<HTMLCanvasElement>(null)
  const [chosen, setChosen] = useState<{ name: string; shown: boolean }>()

  async function show(file: File | undefined) {
    onChoose?.(file)
    if (!file) return setChosen(undefined)
    const shown = preview.current ? await drawPreview(file, preview.current) : false
    setChosen({ name: file.name, shown })
  }

  return (
    <Field label={label} hint={hint} error={error} optional={!required}>
      {(control) => (
        <div className="flex flex-wrap items-center gap-4">
          <canvas
            ref={preview}
            width={2 * PREVIEW_SIZE * ratio}
            height={2 * PREVIEW_SIZE}
            role="img"
            aria-label="Preview"
            hidden={!chosen?.shown}
            className={`shrink-0 ${look}`}
          />
          {!chosen?.shown && children}
          <div className="relative min-w-0 grow basis-32">
            <input
              {...control}
              name={name}
              type="file"
              accept="image/*"
              onChange={({ target }) => void show(target.files?.[0])}
              className="peer absolute inset-0 cursor-pointer opacity-0 noscript:static noscript:max-w-full noscript:opacity-100"
            />
            <span
              aria-hidden="true"
              className={buttonStyle(
                'secondary',
                'peer-hover:bg-ink peer-hover:text-page peer-focus-visible:outline-2 peer-focus-visible:outline-offset-3 peer-focus-visible:outline-ink noscript:hidden',
              )}
            >
              {chosen ? 'Change image' : 'Upload image'}
            </span>
            {chosen && <p className="mt-1.5 truncate text-sm text-quiet">{chosen.name}</p>}
          </div>
        </div>
      )}
    </Field>
  )
}
