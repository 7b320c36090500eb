import type { CustomerDetail } from '#contract/identity/customer.ts'
import { useShop } from '#web/data/shop.ts'
import { formatLongDate } from '#web/lib/format/dates.ts'
import { Panel } from '../panel.tsx'
import { spentText } from './spent-text.ts'

const genders = { 1: 'Male', 2: 'Female' } as const

/** Profile, figures and addresses of a customer. */
export function CustomerFacts({ customer }: { customer: CustomerDetail }) {
  const shop = useShop()
  const { hasAccount, emailVerified, addresses, orders, lastOrderAt, returns, refusedPackages } = customer
  const confirmed = emailVerified ? 'confirmed' : 'not confirmed'
  const facts: [name: string, value: string][] = [
    ['Account', hasAccount ? (customer.disabled ? 'Disabled' : 'Active') : 'None: ordered as a guest'],
    ['Email', customer.email && (hasAccount ? `${customer.email} (${confirmed})` : customer.email)],
    ['Phone', customer.phone],
    ['Customer since', formatLongDate(customer.memberSince, shop)],
    ['Orders', String(orders)],
    ['Spent', spentText(customer.spent, shop)],
    ['Last order', lastOrderAt ? formatLongDate(lastOrderAt, shop) : ''],
    ['Returns', String(returns)],
    ['Refused packages', refusedPackages > 0 ? `${refusedPackages} came back unpaid` : '0'],
    ['Gender', customer.gender ? genders[customer.gender] : ''],
  ]
  return (
    <Panel title="Details">
      <dl className="grid gap-x-3 sm:grid-cols-[10rem_minmax(0,1fr)] sm:gap-y-3">
        {facts
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-quiet">{name}</dt>
              <dd className="wrap-anywhere max-sm:mb-2">{value}</dd>
            </div>
          ))}
      </dl>
      {hasAccount && <h3 className="mt-6 font-medium">Addresses</h3>}
      {hasAccount && addresses.length === 0 && <p className="mt-2 text-quiet">No addresses yet.</p>}
      <ul className="mt-2 grid gap-3 sm:grid-cols-2">
        {addresses.map((address) => (
          <li key={address.id} className="rounded-xs bg-ground p-3 text-sm wrap-anywhere">
            <p className="font-medium">
              {address.fullName}
              {address.is_default && <span className="font-normal text-quiet"> (default)</span>}
            </p>
            <p>
              {[
                address.line1,
                address.line2,
                `${address.city} ${address.pincode}`,
                address.state,
                address.country,
              ]
                .filter(Boolean)
                .join(', ')}
            </p>
            <p>{address.phone}</p>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
