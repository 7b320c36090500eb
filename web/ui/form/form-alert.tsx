import { Icon } from '../icon.tsx'

/** The message about a form as a whole. It takes the focus if no field has an error. */
export function FormAlert({ text }: { text: string }) {
  if (!text) return null
  return (
    <p
      data-form-error
      tabIndex={-1}
      role="alert"
      className="flex items-start gap-3 rounded-xs border border-danger bg-card px-4 py-3 text-danger"
    >
      <Icon name="alert" className="mt-0.5 size-5" />
      <span className="min-w-0 wrap-anywhere">{text}</span>
    </p>
  )
}
