import { useId, type ReactNode, type Ref } from 'react'
import { copyLink } from '../lib/browser/copy-link.ts'
import { Button } from './button.tsx'

interface LinkFieldProps {
  /** Says who can use the link, and for what. */
  label: ReactNode
  url: string
  inputRef?: Ref<HTMLInputElement>
  /** Further buttons. */
  children?: ReactNode
}

/** A link to copy and pass on. */
export function LinkField({ label, url, inputRef, children }: LinkFieldProps) {
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
          value={url}
          onFocus={(event) => event.target.select()}
          className="h-12 w-full rounded-xs border border-edge bg-card px-4"
        />
      </div>
      <Button kind="secondary" onClick={() => void copyLink(url)}>
        Copy link
      </Button>
      {children}
    </div>
  )
}
