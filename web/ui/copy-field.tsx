import { useId, type ReactNode, type Ref } from 'react'
import { copyText } from '../lib/browser/copy-text.ts'
import { Button } from './button.tsx'

interface CopyFieldProps {
  /** Says who can use it, and for what. */
  label: ReactNode
  text: string
  /** What it is; a link by default. */
  noun?: string
  inputRef?: Ref<HTMLInputElement>
  /** Further buttons. */
  children?: ReactNode
}

/** A link or another text to copy and pass on. */
export function CopyField({ label, text, noun = 'link', inputRef, children }: CopyFieldProps) {
  const id = useId()
  return (
    <div className="flex flex-wrap items-end gap-3">
      <div className="min-w-0 grow basis-80 sm:max-w-xl">
        <label htmlFor={id} className="mb-1.5 block text-sm text-quiet">
          {label}
        </label>
        <input
          ref={inputRef}
          id={id}
          readOnly
          value={text}
          onFocus={(event) => event.target.select()}
          className="min-h-control w-full rounded-xs border border-edge bg-card px-4"
        />
      </div>
      <Button kind="secondary" onClick={() => void copyText(text, noun)}>
        Copy {noun}
      </Button>
      {children}
    </div>
  )
}
