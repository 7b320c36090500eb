import { CheckboxField } from '#web/ui/form/checkbox-field.tsx'
import type { Field } from './describe-form.ts'

interface Choice<Value> {
  value: Value
  name: string
  /** What the name stands for. */
  hint?: string
  disabled?: boolean
}

/** A list of values, with a checkbox for each that can be chosen. */
export const checkboxes = <Value extends string | number>(
  label: string,
  choices: readonly Choice<Value>[],
): Field<Value[]> => ({
  label,
  read: ({ name, texts }) => choices.map(({ value }) => value).filter((value) => `${name}-${value}` in texts),
  show: (values) =>
    choices
      .filter(({ value }) => values.includes(value))
      .map(({ name }) => name)
      .join(', '),
  control({ name, form, value: chosen = [] }) {
    const error = form.error(name)
    return (
      <fieldset aria-describedby={error && `${name}-error`}>
        <legend className="font-medium">{label}</legend>
        {choices.map(({ value, name: its, hint, disabled = false }) => (
          <CheckboxField
            key={value}
            name={`${name}-${value}`}
            label={hint === undefined ? its : `${its}: ${hint}`}
            defaultChecked={chosen.includes(value)}
            disabled={disabled}
          />
        ))}
        {error && (
          <p id={`${name}-error`} role="alert" className="mt-1.5 text-sm font-medium text-danger">
            {error}
          </p>
        )}
      </fieldset>
    )
  },
})
