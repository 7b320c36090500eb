import type { OrderDraft } from '#contract/orders/manual-order.ts'
import { useManualOrderChanges } from '#web/data/admin/manual-orders.ts'
import { useShop } from '#web/data/shop.ts'
import { useHeadingOnceGone } from '#web/lib/browser/focus.ts'
import { formatDateTime } from '#web/lib/format/dates.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import type { FormState } from '#web/ui/form/use-form.ts'
import { holdChoices } from './hold-choice.ts'

interface HoldFieldsProps {
  form: FormState
  /** The chosen hold. */
  choice: string
  draft: OrderDraft | undefined
}

/** Until when a draft holds its items. */
export function HoldFields({ form, choice, draft }: HoldFieldsProps) {
  const { release } = useManualOrderChanges()
  const shop = useShop()
  const { number = '', heldUntil = null } = draft ?? {}
  const leave = useHeadingOnceGone(heldUntil !== null)
  const isOwnTime = choice === 'until'
  const error = form.error('holdUntil')
  return (
    // A new hold starts the fields again.
    <div key={heldUntil} className="grid gap-3">
      {heldUntil !== null && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p>
            <span className="font-medium">Items held until {formatDateTime(heldUntil, shop)}</span>
            <span className="block text-sm text-quiet">Saving holds the items as they are changed.</span>
          </p>
          <Button
            kind="secondary"
            aria-disabled={release.isPending}
            onClick={() => release.mutate({ number }, { onSuccess: leave })}
          >
            Release now
          </Button>
        </div>
      )}
      <SelectField
        name="hold"
        label={heldUntil === null ? 'Hold the items of the draft' : 'Change the hold'}
        hint={heldUntil === null ? 'Held items can’t be sold to others.' : undefined}
        error={isOwnTime ? undefined : error}
        options={holdChoices(heldUntil !== null)}
        required={false}
      />
      {isOwnTime && (
        <TextField
          name="holdUntil"
          label={`Hold until (${shop.timeZone})`}
          type="datetime-local"
          error={error}
        />
      )}
    </div>
  )
}
