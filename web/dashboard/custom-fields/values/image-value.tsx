import { useRef, useState } from 'react'
import { MAX_IMAGE_BYTES } from '#contract/fields.ts'
import { links } from '#contract/links.ts'
import { sendImage } from '#web/data/admin/catalog/products.ts'
import { errorMessage } from '#web/lib/api.ts'
import { useFocus } from '#web/lib/browser/focus.ts'
import { Button } from '#web/ui/button.tsx'
import { ImageField } from '#web/ui/form/image-field.tsx'

interface ImageValueProps {
  label: string
  hint: string | undefined
  error: string | undefined
  /** The file name of the stored or uploaded image. */
  file: string | null
  onChange(file: string | null): void
  /** Counts the uploads that go on. */
  onUpload(change: 1 | -1): void
}

/** An image as a value: it is uploaded once it is chosen, shown, and can be removed. */
export function ImageValue({ label, hint, error, file, onChange, onUpload }: ImageValueProps) {
  const [problem, setProblem] = useState<string>()
  const [progress, setProgress] = useState<number>()
  // A new field forgets the chosen file, and an upload that belongs to another one counts no more.
  const [round, setRound] = useState(0)
  const latest = useRef(0)
  const area = useRef<HTMLDivElement>(null)
  const focus = useFocus()

  async function choose(chosen: File | undefined) {
    if (!chosen) return
    const turn = ++latest.current
    if (chosen.size > MAX_IMAGE_BYTES)
      return setProblem(`Images can be up to ${MAX_IMAGE_BYTES / 1024 / 1024} MB.`)
    setProblem(undefined)
    setProgress(0)
    onUpload(1)
    try {
      const stored = await sendImage(chosen, setProgress)
      if (turn === latest.current) onChange(stored.file)
    } catch (reason) {
      if (turn === latest.current) setProblem(errorMessage(reason, 'The upload failed. Please try again.'))
    } finally {
      onUpload(-1)
      if (turn === latest.current) setProgress(undefined)
    }
  }

  function remove() {
    latest.current += 1
    setProblem(undefined)
    setProgress(undefined)
    setRound(round + 1)
    onChange(null)
    focus(() => area.current?.querySelector('input'))
  }

  return (
    <div ref={area}>
      <ImageField
        key={round}
        // Without a name the form sends no file: the value is the name of the stored one.
        name=""
        label={label}
        hint={hint}
        error={problem ?? error}
        shape="square"
        onChoose={(chosen) => void choose(chosen)}
      >
        {file && (
          <img
            src={links.image(file)}
            alt={label}
            width={80}
            height={80}
            loading="lazy"
            className="size-20 shrink-0 bg-ground object-cover"
          />
        )}
      </ImageField>
      <p role="status" className="text-sm text-quiet">
        {progress !== undefined && `Uploading… ${Math.round(progress * 100)}%`}
      </p>
      {file !== null && (
        <Button kind="quiet" onClick={remove}>
          Remove {label}
        </Button>
      )}
    </div>
  )
}
