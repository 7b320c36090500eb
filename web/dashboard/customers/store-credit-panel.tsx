import { useState } from 'react'
import type { CustomerDetail } from '#contract/identity/customer.ts'
import { changeStoreCredit } from '#contract/credit/store-credit.ts'
import { useCan } from '#web/data/account/permission.ts'
import { useAdminData } from '#web/data/admin/query.ts'
import { useAdminCall } from '#web/data/admin/use-admin-mutation.ts'
import { useShop } from '#web/data/shop.ts'
import { exactMoney } from '#web/lib/format/money.ts'
import { Button } from '#web/ui/button.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { CreditHistory } from '../gift-cards/credit-history.tsx'
import { Panel } from '../panel.tsx'
import { describeForm } from '../record-form/describe-form.ts'
import { area, decimal, fixed } from '../record-form/fields.tsx'
import { FormDialog } from '../record-form/form-dialog.tsx'

/** The store credit of a customer, with its history. */
export function StoreCreditPanel({ customer: { id } }: { customer: Pick<CustomerDetail, 'id'> }) {
  const query = useAdminData('GET admin/customers/:id/credit', { id }, { staleTime: 0 })
  const shop = useShop()
  const can = useCan()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Panel title="Store credit" intro="Pays orders of the customer at checkout.">
      <Loaded query={query} skeleton={<Skeleton className="h-24" />}>
        {({ balance, currency, entries }) => (
          <>
            <p className="text-xl font-medium tabular">{exactMoney(balance, { ...shop, currency })}</p>
            {can('refunds') && (
              <Button kind="secondary" className="mt-4" onClick={() => setIsOpen(true)}>
                Give credit
              </Button>
            )}
            <CreditHistory entries={entries} currency={currency} />
          </>
        )}
      </Loaded>
      {isOpen && <StoreCreditDialog id={id} onClose={() => setIsOpen(false)} />}
    </Panel>
  )
}

/** Gives store credit or takes it. */
export function StoreCreditDialog({ id, onClose }: { id: number; onClose(): void }) {
  const { currency } = useShop()
  const change = useAdminCall('POST admin/customers/:id/credit')
  return (
    <FormDialog
      title="Give credit"
      of={describeForm(changeStoreCredit.input, {
        id: fixed(id),
        change: decimal(`Amount (${currency})`, {
          type: 'number',
          step: 'any',
          hint: 'A negative amount, such as -5, takes credit away.',
        }),
        reason: area('Reason', { hint: 'In the history, for staff.', rows: 2, maxLength: 500 }),
      })}
      draft={`store credit of customer ${id}`}
      action="Give credit"
      busyAction="Saving…"
      submit={change.mutateAsync}
      onClose={onClose}
    />
  )
}
