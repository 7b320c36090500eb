import { useRef, useState, type ReactNode } from 'react'
import { buttonStyle } from '../button-style.ts'
import { Field } from './field.tsx'

interface PictureFieldProps {
  name: string
  label: string
  hint?: ReactNode
  error?: string | undefined
  /** What stands there until a picture is chosen: the present one. */
  children: ReactNode
}

const side = 80

/** Picks one picture and shows how it will look, before it is sent. */
export function PictureField({ name, label, hint, error, children }: PictureFieldProps) {
  const preview = useRef<HTMLCanvasElement>(null)
  const [chosen, setChosen] = useState<{ name: string; shown: boolean }>()

  async function show(file: File | undefined) {
    if (!file) return setChosen(undefined)
    const shown = preview.current ? await draw(file, preview.current) : false
    setChosen({ name: file.name, shown })
  }

  return (
    <Field label={label} hint={hint} error={error} optional>
      {(control) => (
        <div className="flex items-center gap-4">
          <canvas
            ref={preview}
            width={2 * side}
            height={2 * side}
            role="img"
            aria-label="Preview"
            hidden={!chosen?.shown}
            className="size-20 shrink-0 rounded-full"
          />
          {!chosen?.shown && children}
          <div className="relative min-w-0 grow">
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
              {chosen ? 'Choose another' : 'Choose a picture'}
            </span>
            {chosen && <p className="mt-1.5 truncate text-sm text-quiet">{chosen.name}</p>}
          </div>
        </div>
      )}
    </Field>
  )
}

/** Draws the middle of the picture; answers whether the browser can read it. */
async function draw(file: File, canvas: HTMLCanvasElement): Promise<boolean> {
  const picture = await createImageBitmap(file).catch(() => undefined)
  const context = canvas.getContext('2d')
  if (!picture || !context) return false
  const { width, height } = picture
  const cut = Math.min(width, height)
  context.drawImage(picture, (width - cut) / 2, (height - cut) / 2, cut, cut, 0, 0, 2 * side, 2 * side)
  picture.close()
  return true
}
