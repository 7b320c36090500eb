import { useShop } from '#web/data/shop.ts'
import { TextField } from '#web/ui/form/text-field.tsx'
import type { FormState } from '#web/ui/form/use-form.ts'
import { RowList } from '#web/ui/list/row-list.tsx'
import { newStep, type StepDraft } from './zone-draft.ts'

interface RateStepsProps {
  form: FormState
  /** Prefix of its errors: zones.0.rate.steps */
  path: string
  kind: 'weight' | 'amount'
  steps: readonly StepDraft[]
  onChange(steps: StepDraft[]): void
}

/** Rates by weight or order value, one row per step. The last step has no limit. */
export function RateSteps({ form, path, kind, steps, onChange }: RateStepsProps) {
  const { currency } = useShop()
  const set = (changed: StepDraft, changes: Partial<StepDraft>) =>
    onChange(steps.map((step) => (step === changed ? { ...step, ...changes } : step)))
  const { error } = form.field(path)
  return (
    <>
      <RowList
        label="Steps"
        rows={steps}
        keyOf={({ key }) => key}
        nameOf={(step) => `step ${steps.indexOf(step) + 1}`}
        onChange={onChange}
        add="Add step"
        makeRow={newStep}
      >
        {(step, index, controls) => (
          <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
            {index < steps.length - 1 ? (
              <TextField
                {...form.field(`${path}.${index}.upTo`)}
                label={kind === 'weight' ? 'Up to (kg)' : `Up to (${currency})`}
                className="min-w-0 grow basis-28"
                inputMode="decimal"
                value={step.upTo}
                onChange={({ target }) => set(step, { upTo: target.value })}
              />
            ) : (
              <p className="min-w-0 grow basis-28 sm:mt-10.5">Anything above</p>
            )}
            <TextField
              {...form.field(`${path}.${index}.amount`)}
              label={`Rate (${currency})`}
              className="min-w-0 grow basis-28"
              inputMode="decimal"
              value={step.amount}
              onChange={({ target }) => set(step, { amount: target.value })}
            />
            <span className="sm:mt-7.5">{controls}</span>
          </div>
        )}
      </RowList>
      {error && <p className="text-sm font-medium text-danger">{error}</p>}
    </>
  )
}
