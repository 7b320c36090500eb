import { Link, useParams } from 'react-router'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import { coupons } from '#web/data/admin/coupons.ts'
import { useShop } from '#web/data/shop.ts'
import { RecordPage } from '../record-form/record-page.tsx'
import { CouponForm } from './coupon-form.tsx'

const crumbs = [
  { name: 'Dashboard', path: dashboardLinks.overview() },
  { name: 'Coupons', path: dashboardLinks.coupons() },
]

export default function EditCoupon() {
  const params = useParams()
  const shop = useShop()
  const id = params['id'] === 'new' ? undefined : Number(params['id'])
  const query = coupons.useDetail(id ?? 0, id !== undefined)
  return (
    <RecordPage
      noun="coupon"
      title={id === undefined ? 'New coupon' : 'Coupon'}
      titleOf={({ data }) => data.code}
      crumbs={crumbs}
      id={id}
      query={query}
      intro={({ data: { id: couponId, used } }) => (
        <p className="mb-6">
          {used > 0 ? (
            <Link
              to={dashboardLinks.orders({ coupon: couponId })}
              className="inline-block py-1 underline underline-offset-4 hover:decoration-2"
            >
              View {used === 1 ? '1 order' : `${used} orders`}
            </Link>
          ) : (
            <span className="text-quiet">Not used yet.</span>
          )}
        </p>
      )}
    >
      {(answer) => <CouponForm coupon={answer?.data} timeZone={answer?.timeZone ?? shop.timeZone} />}
    </RecordPage>
  )
}
