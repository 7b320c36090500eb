import { useId, type ComponentProps, type ReactNode } from 'react'

interface CheckboxFieldProps extends ComponentProps<'input'> {
  label: string
  hint?: ReactNode
}

/** A checkbox with its label. */
export function CheckboxField({ label, hint, ...input }: CheckboxFieldProps) {
  const id = useId()
  const box = (
    <label className="flex w-fit cursor-pointer items-center gap-3 py-1">
      <input
        aria-describedby={hint ? id : undefined}
        {...input}
        type="checkbox"
        className="size-5 shrink-0 cursor-pointer accent-ink"
      />
      {label}
    </label>
  )
  if (!hint) return box
  return (
    <div>
      {box}
      <p id={id} className="mt-1.5 text-sm text-quiet">
        {hint}
      </p>
    </div>
  )
}
