import { useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { DashboardPage } from '../dashboard-page.tsx'
import { OrderForm } from './new/order-form.tsx'
import { SaleDone, type Sale } from './new/sale-done.tsx'

/** A new order. After a sale at the counter the form starts again for the next customer. */
export default function NewOrder() {
  const [parameters] = useSearchParams()
  const { key } = useLocation()
  const [sold, setSold] = useState<{ sale: Sale; at: string }>()
  // "New order" or "Counter sale" again leaves the last sale behind.
  const sale = sold?.at === key ? sold.sale : undefined
  const isCounter = parameters.has('counter') || sale !== undefined
  return (
    <DashboardPage
      title={isCounter ? 'Counter sale' : 'New order'}
      crumbs={[{ name: 'All orders', path: dashboardLinks.orders() }]}
      actions={
        <>
          <LinkButton href={dashboardLinks.orderDrafts()}>Drafts</LinkButton>
          {!isCounter && <LinkButton href={dashboardLinks.counterSale()}>Counter sale</LinkButton>}
        </>
      }
    >
      {sale && <SaleDone sale={sale} />}
      <OrderForm
        key={`${isCounter} ${sale?.number}`}
        draft={undefined}
        isCounter={isCounter}
        followsSale={sale !== undefined}
        onSold={(done) => setSold({ sale: done, at: key })}
      />
    </DashboardPage>
  )
}
