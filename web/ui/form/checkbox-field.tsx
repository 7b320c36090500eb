import type { ComponentProps } from 'react'

/** A checkbox with its label. */
export function CheckboxField({ label, ...input }: ComponentProps<'input'> & { label: string }) {
  return (
    <label className="flex w-fit cursor-pointer items-center gap-3 py-1">
      <input {...input} type="checkbox" className="size-5 shrink-0 cursor-pointer accent-ink" />
      {label}
    </label>
  )
}
