import type { OrderTotals, PriceStep } from '#contract/orders/order-totals.ts'
import { exactMoney, type MoneyFormat } from '#web/lib/format/money.ts'

interface PriceDetailsProps {
  lines: readonly { variantid: number; productname: string; steps: PriceStep[]; linetotal: number }[]
  totals: Pick<OrderTotals, 'shipping' | 'cashfee' | 'shippingtax' | 'taxincluded' | 'taxname' | 'total'>
  format: MoneyFormat
}

/** Every step from the unit price to the total. */
export function PriceDetails({ lines, totals, format }: PriceDetailsProps) {
  const { shipping, cashfee, shippingtax, taxincluded, taxname, total } = totals
  const items = total - shipping - (taxincluded ? 0 : shippingtax)
  const amount = (value: number) => exactMoney(value, format).replace('-', '−')
  return (
    <details className="mt-4 text-sm">
      <summary className="w-fit cursor-pointer py-1.5 text-quiet underline underline-offset-4 hover:text-ink">
        See price details
      </summary>
      <ul className="mt-2 grid gap-4 tabular">
        {lines.map(({ variantid, productname, steps, linetotal }) => (
          <li key={variantid}>
            <p className="font-medium wrap-anywhere">{productname}</p>
            <dl className="mt-1">
              {steps.map((step) => (
                <Step
                  key={step.text}
                  text={step.text}
                  amount={amount(step.amount)}
                  isContained={step.contained}
                />
              ))}
              <Step text="Item total" amount={amount(linetotal)} sum />
            </dl>
          </li>
        ))}
        <li>
          <p className="font-medium">Order total</p>
          <dl className="mt-1">
            <Step text="Items" amount={amount(items)} />
            <Step text="Shipping" amount={amount(shipping - cashfee)} />
            {cashfee > 0 && <Step text="Cash on delivery fee" amount={amount(cashfee)} />}
            {shippingtax > 0 && (
              <Step
                text={`${taxname} on shipping${taxincluded ? ', included' : ''}`}
                amount={amount(shippingtax)}
                isContained={taxincluded}
              />
            )}
            <Step text="Total" amount={amount(total)} sum />
          </dl>
        </li>
      </ul>
    </details>
  )
}

interface StepProps {
  text: string
  amount: string
  /** Already contained in other amounts, such as tax. */
  isContained?: boolean
  sum?: boolean
}

function Step({ text, amount, isContained, sum }: StepProps) {
  return (
    <div
      className={`flex justify-between gap-4 py-0.5 ${sum ? 'mt-0.5 border-t border-line pt-1' : 'text-quiet'}`}
    >
      <dt>{text}</dt>
      <dd className="whitespace-nowrap">{isContained ? `(${amount})` : amount}</dd>
    </div>
  )
}
