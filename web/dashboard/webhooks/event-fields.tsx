import { eventKinds } from '#contract/events/kinds.ts'
import { webhookKinds } from '#contract/events/webhook.ts'
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx'

/** A checkbox for each kind of event. */
export function EventFields({
  chosen = [],
  error,
}: {
  chosen?: readonly string[]
  error: string | undefined
}) {
  return (
    <fieldset aria-describedby={error && 'events-error'}>
      <legend className="font-medium">Events</legend>
      {webhookKinds.map((kind) => (
        <CheckboxField
          key={kind}
          name={`event-${kind}`}
          label={`${kind}: ${eventKinds[kind].summary}`}
          defaultChecked={chosen.includes(kind)}
        />
      ))}
      {error && (
        <p id="events-error" role="alert" className="mt-1.5 text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </fieldset>
  )
}

/** The kinds whose checkboxes are checked, from the fields of a form. */
export const checkedKinds = (fields: Readonly<Record<string, unknown>>) =>
  webhookKinds.filter((kind) => `event-${kind}` in fields)
