import type { ComponentProps } from 'react'
import { RadioCards } from '#web/ui/form/radio-cards.tsx'

type ChoiceProps = Omit<ComponentProps<typeof RadioCards>, 'quietLegend'>

/** A choice below a heading that names it. A single option is text: there is nothing to choose. */
export function Choice(props: ChoiceProps) {
  const { name, options, error } = props
  const [only, ...others] = options
  if (!only || others.length > 0) return <RadioCards {...props} quietLegend />
  const { value, title, text, end } = only
  return (
    <div>
      <input type="hidden" name={name} value={value} />
      <p className="flex flex-wrap justify-between gap-x-4">
        <span className="font-medium wrap-anywhere">{title}</span>
        {end && <span className="tabular">{end}</span>}
      </p>
      {text && <p className="mt-0.5 text-quiet wrap-anywhere">{text}</p>}
      {error && (
        <p data-form-error tabIndex={-1} className="mt-1.5 text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </div>
  )
}
