import { stateName } from '#contract/orders/address/address-format.ts'

interface StateQuestionProps {
  pincode: string
  /** The codes of the states that the PIN code belongs to. */
  states: readonly string[]
  /** The code of the chosen state. */
  chosen: string
  onChange(state: string): void
  onKeep(): void
}

const actionStyle = 'min-h-11 cursor-pointer font-medium underline underline-offset-4 hover:decoration-2'

/** Asks about a PIN code that belongs to another state. The person may know better than the list. */
export function StateQuestion({ pincode, states, chosen, onChange, onKeep }: StateQuestionProps) {
  const nameOf = (state: string) => stateName('IN', state)
  return (
    <div role="status" className="rounded-xs border border-warning px-4 pt-3 pb-1 sm:col-span-2">
      <p>
        PIN code {pincode} is in {states.map(nameOf).join(' or ')}. Is {nameOf(chosen)} right?
      </p>
      <p className="flex flex-wrap gap-x-6">
        {states.map((state) => (
          <button key={state} type="button" className={actionStyle} onClick={() => onChange(state)}>
            Change to {nameOf(state)}
          </button>
        ))}
        <button type="button" className={actionStyle} onClick={onKeep}>
          Keep {nameOf(chosen)}
        </button>
      </p>
    </div>
  )
}
