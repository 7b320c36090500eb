import type { CheckoutDeposit } from '#contract/orders/cash/deposit.ts'
import { exactMoney, type MoneyFormat } from '#web/lib/format/money.ts'
import { RadioCards } from '#web/ui/form/radio-cards.tsx'

interface DepositChoiceProps {
  deposit: CheckoutDeposit
  value: string | undefined
  onChange(depositMethod: string): void
  error: string | undefined
  format: MoneyFormat
}

/** How the deposit of a cash order is paid. Style sheets show it while cash is chosen, so that it works without scripts. */
export function DepositChoice({ deposit, value, onChange, error, format }: DepositChoiceProps) {
  const { amount, methods } = deposit
  const chosen = methods.find(({ id }) => id === value) ?? methods[0]
  return (
    <div className="mt-5 hidden group-has-[[name=paymentMethod][value=cod]:checked]/payment:block">
      <RadioCards
        legend={`Pay the deposit of ${exactMoney(amount, format)} by`}
        name="depositMethod"
        value={chosen?.id ?? ''}
        error={error}
        onChange={onChange}
        options={methods.map(({ id, name }) => ({ value: id, title: name }))}
      />
    </div>
  )
}
