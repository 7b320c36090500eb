import { Link } from 'react-router'
import type { CustomerDetail } from '#contract/customer.ts'
import { links } from '#contract/links.ts'
import { useShop } from '../../data/shop.ts'
import { dayOf } from '../../lib/clock.ts'
import { Panel } from '../panel.tsx'

const states = { visible: '', pending: 'waiting', hidden: 'hidden' } as const

/** What the customer has said about products. */
export function WrittenComments({ customer: { comments, commentCount } }: { customer: CustomerDetail }) {
  const shop = useShop()
  const rest = commentCount - comments.length
  return (
    <Panel title={`Comments (${commentCount})`}>
      {commentCount === 0 && <p className="text-quiet">No comments yet.</p>}
      <ul className="divide-y divide-line">
        {comments.map((one) => (
          <li key={one.id} className="py-3 first:pt-0">
            <p className="wrap-anywhere whitespace-pre-line">{one.comment}</p>
            <p className="mt-1 text-sm text-quiet">
              <Link
                to={links.product(one.product_id)}
                className="inline-block py-1 underline underline-offset-4"
              >
                {one.productname}
              </Link>
              {[dayOf(one.created_at, shop), one.rating && `${one.rating} of 5 stars`, states[one.status]]
                .filter(Boolean)
                .map((fact) => `, ${fact}`)}
            </p>
          </li>
        ))}
      </ul>
      {rest > 0 && <p className="mt-3 text-sm text-quiet">And {rest} older ones.</p>}
    </Panel>
  )
}
