import { useId } from 'react'
import { links } from '#contract/links.ts'
import { Button } from '#web/ui/button.tsx'

/** A plain search form for pages without results. */
export function SearchForm({ label, className = '' }: { label: string; className?: string }) {
  const id = useId()
  return (
    <search className={className}>
      <form action={links.search()} className="flex flex-wrap gap-2">
        <label htmlFor={id} className="sr-only">
          {label}
        </label>
        <input
          id={id}
          type="search"
          name="q"
          maxLength={200}
          autoComplete="off"
          placeholder={label}
          className="min-h-12 min-w-0 flex-1 basis-40 rounded-xs border border-edge bg-card px-4 text-base text-ink placeholder:text-quiet"
        />
        <Button type="submit">Search</Button>
      </form>
    </search>
  )
}
