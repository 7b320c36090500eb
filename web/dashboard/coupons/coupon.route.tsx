import { Link, useParams } from 'react-router'
import { useCoupon } from '../../data/admin-coupons.ts'
import { Refilled } from '../../ui/form/refilled.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DashboardPage } from '../dashboard-page.tsx'
import { HistoryTabs } from '../history/history-tabs.tsx'
import { allOrders } from '../orders/places.ts'
import { CouponForm } from './coupon-form.tsx'

const crumbs = [
  { name: 'Dashboard', path: '/dashboard' },
  { name: 'Coupons', path: '/dashboard/coupons' },
]

export default function EditCoupon() {
  const { id = '' } = useParams()
  const isNew = id === 'new'
  const query = useCoupon(isNew ? 0 : Number(id))
  return (
    <DashboardPage title={isNew ? 'New coupon' : (query.data?.coupon?.code ?? 'Coupon')} crumbs={crumbs}>
      <Loaded query={query} skeleton={<Skeleton className="h-[40rem]" />}>
        {({ coupon, timeZone }) =>
          coupon ? (
            <HistoryTabs label="About this coupon" subject="coupon" subjectId={coupon.id}>
              <p className="mb-6">
                {coupon.used > 0 ? (
                  <Link
                    to={`${allOrders}?coupon=${coupon.id}`}
                    className="inline-block py-1 underline underline-offset-4 hover:decoration-2"
                  >
                    {coupon.used === 1 ? 'The order' : `The ${coupon.used} orders`} with this coupon
                  </Link>
                ) : (
                  <span className="text-quiet">No order has used it yet.</span>
                )}
              </p>
              <Refilled version={coupon.version}>
                <CouponForm coupon={coupon} timeZone={timeZone} />
              </Refilled>
            </HistoryTabs>
          ) : (
            <CouponForm coupon={undefined} timeZone={timeZone} />
          )
        }
      </Loaded>
    </DashboardPage>
  )
}
