import { Link } from 'react-router'
import type { CustomerDetail } from '#contract/identity/customer.ts'
import { links } from '#contract/links.ts'
import { useShop } from '#web/data/shop.ts'
import { formatDate } from '#web/lib/format/dates.ts'
import { Panel } from '../panel.tsx'

const commentStatusLabels = { visible: '', pending: 'pending', hidden: 'hidden' } as const

/** The customer's latest comments. */
export function WrittenComments({ customer: { comments, commentCount } }: { customer: CustomerDetail }) {
  const shop = useShop()
  const olderCount = commentCount - comments.length
  return (
    <Panel title={`Comments (${commentCount})`}>
      {commentCount === 0 && <p className="text-quiet">No comments yet.</p>}
      <ul className="divide-y divide-line">
        {comments.map((comment) => (
          <li key={comment.id} className="py-3 first:pt-0">
            <p className="wrap-anywhere whitespace-pre-line">{comment.comment}</p>
            <p className="mt-1 text-sm text-quiet">
              <Link
                to={links.product(comment.product_id)}
                className="inline-block py-1 underline underline-offset-4"
              >
                {comment.productname}
              </Link>
              {[
                formatDate(comment.created_at, shop),
                comment.rating && `${comment.rating} of 5 stars`,
                commentStatusLabels[comment.status],
              ]
                .filter(Boolean)
                .map((fact) => `, ${fact}`)}
            </p>
          </li>
        ))}
      </ul>
      {olderCount > 0 && <p className="mt-3 text-sm text-quiet">{olderCount} older comments not shown.</p>}
    </Panel>
  )
}
