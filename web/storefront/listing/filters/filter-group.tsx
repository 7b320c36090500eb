import type { ReactNode } from 'react'
import { Icon } from '#web/ui/icon.tsx'

/** A collapsible group of filters. */
export function FilterGroup({
  title,
  open,
  children,
}: {
  title: string
  open: boolean
  children: ReactNode
}) {
  return (
    <details open={open} className="group border-t border-line">
      <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between font-medium [&::-webkit-details-marker]:hidden">
        {title}
        <Icon
          name="down"
          className="size-4 transition-transform duration-150 group-open:rotate-180 motion-reduce:transition-none"
        />
      </summary>
      <fieldset className="pb-4">
        <legend className="sr-only">{title}</legend>
        {children}
      </fieldset>
    </details>
  )
}

interface FilterChoiceProps {
  type: 'checkbox' | 'radio'
  /** Name and value of the query parameter. */
  name: string
  value: string
  label: string
  /** The number of matching products. */
  count?: number | undefined
  checked: boolean
}

/** One choice of a group with its number of products. */
export function FilterChoice({ type, name, value, label, count, checked }: FilterChoiceProps) {
  return (
    <label className="flex min-h-9 cursor-pointer items-start gap-3 py-1.5 text-sm leading-6 has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2">
      <input
        type={type}
        name={name}
        value={value}
        defaultChecked={checked}
        className="mt-0.75 size-4.5 shrink-0 cursor-pointer accent-ink outline-none"
      />
      <span className="min-w-0 grow wrap-anywhere">{label}</span>
      {count !== undefined && (
        <span className="text-quiet tabular">
          {count}
          <span className="sr-only">{count === 1 ? ' product' : ' products'}</span>
        </span>
      )}
    </label>
  )
}
