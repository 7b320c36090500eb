import type { CustomerDetail } from '#contract/identity/customer.ts'
import { useShop } from '#web/data/shop.ts'
import { formatLongDate } from '#web/lib/format/dates.ts'
import { Panel } from '../panel.tsx'

const genders = { 1: 'Male', 2: 'Female' } as const

/** Profile and addresses of a customer. */
export function CustomerFacts({ customer }: { customer: CustomerDetail }) {
  const shop = useShop()
  const { email, emailVerified, gender, memberSince, addresses } = customer
  const facts = [
    ['Email', `${email} (${emailVerified ? 'confirmed' : 'not confirmed'})`],
    ['Customer since', formatLongDate(memberSince, shop)],
    ['Gender', gender ? genders[gender] : 'Not specified'],
  ] as const
  return (
    <Panel title="Details">
      <dl className="grid gap-3 sm:grid-cols-[10rem_minmax(0,1fr)]">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-quiet">{name}</dt>
            <dd className="wrap-anywhere max-sm:mb-2">{value}</dd>
          </div>
        ))}
      </dl>
      <h3 className="mt-6 font-medium">Addresses</h3>
      {addresses.length === 0 && <p className="mt-2 text-quiet">No addresses yet.</p>}
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
