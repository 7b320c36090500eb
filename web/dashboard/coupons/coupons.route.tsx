import { dashboardLinks } from '#contract/dashboard-links.ts'
import type { CouponRow } from '#contract/promotions/coupon.ts'
import { coupons } from '#web/data/admin/coupons.ts'
import { useShop } from '#web/data/shop.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { TableFilter } from '#web/ui/table/table-filter.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { useTableState } from '#web/ui/table/use-table-state.ts'
import { ListPage } from '../list-page/list-page.tsx'
import { couponColumns } from './coupon-columns.tsx'
import { couponStateLabels } from './coupon-labels.ts'

export default function Coupons() {
  const shop = useShop()
  const table = useTableState({ search: 'Search codes', sort: 'newest', filters: ['state'] })
  const query = coupons.useList(table.query)
  const { update, remove } = coupons.useChanges()
  return (
    <ListPage<CouponRow>
      title="Coupons"
      noun="coupon"
      idOf={({ id }) => id}
      nameOf={({ code }) => code}
      actions={
        <LinkButton kind="primary" href={dashboardLinks.coupon('new')}>
          Add coupon
        </LinkButton>
      }
      deletion={{
        text: 'Customers can no longer use it. You can restore it from the activity log.',
        isPending: remove.isPending,
        remove: ({ id }, _moveTo, handlers) => remove.mutate({ id }, handlers),
      }}
      list={{
        caption: 'Coupons',
        exportUrl: dashboardLinks.listExport('coupons'),
        table,
        query,
        toolbar: (
          <TableFilter
            table={table}
            name="state"
            label="Status"
            className="w-44"
            options={[['', 'Any status'], ...Object.entries(couponStateLabels)]}
          />
        ),
        empty: (
          <EmptyState
            title="No coupons yet"
            text="A coupon is a code that customers enter at checkout. Add your first one."
          />
        ),
        columns: ({ onDelete }) =>
          couponColumns({
            shop,
            timeZone: query.data?.timeZone ?? 'UTC',
            onDelete,
            onSwitch: ({ id, isActive, version }) => update.mutate({ id, isActive: !isActive, version }),
          }),
      }}
    />
  )
}
