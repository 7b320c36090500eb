import type { CouponRow } from '#contract/promotions/coupon.ts'
import { money, type MoneyFormat } from '#web/lib/format/money.ts'
import type { Column } from '#web/ui/table/column.ts'
import { actionStyle, RowActions } from '../list-page/row-actions.tsx'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import { couponStateLabels, discountText, usageText, validityTexts } from './coupon-labels.ts'
import { RowLink } from '../list-page/row-link.tsx'

interface CouponColumnsOptions {
  shop: MoneyFormat
  timeZone: string
  onDelete(coupon: CouponRow): void
  onSwitch(coupon: CouponRow): void
}

export function couponColumns({
  shop,
  timeZone,
  onDelete,
  onSwitch,
}: CouponColumnsOptions): Column<CouponRow>[] {
  return [
    {
      id: 'code',
      name: 'Code',
      sort: ['code', 'code_desc'],
      cell: ({ id, code }) => <RowLink to={dashboardLinks.coupon(id)}>{code}</RowLink>,
    },
    { id: 'discount', name: 'Discount', cell: (coupon) => discountText(coupon, shop) },
    {
      id: 'times',
      name: 'Valid',
      sort: ['ends', 'ends_desc'],
      cell: (coupon) => <span>{validityTexts(coupon, shop, timeZone).join(' ')}</span>,
    },
    {
      id: 'goods',
      name: 'Applies to',
      optional: true,
      cell: ({ isForAll, minimum }) => (
        <span>
          {isForAll ? 'All products' : 'Selected products'}
          {minimum > 0 && <span className="text-sm text-quiet"> minimum order {money(minimum, shop)}</span>}
        </span>
      ),
    },
    { id: 'used', name: 'Used', sort: ['used_desc', 'used'], align: 'end', cell: usageText },
    {
      id: 'state',
      name: 'Status',
      cell: ({ state }) => (
        <span className={state === 'active' ? '' : 'text-quiet'}>{couponStateLabels[state]}</span>
      ),
    },
    {
      id: 'actions',
      name: 'Actions',
      cell: (coupon) => {
        const { id, code, isActive, canDelete } = coupon
        const toggle = isActive ? 'Deactivate' : 'Activate'
        return (
          <RowActions
            id={id}
            name={code}
            subject="coupon"
            onDelete={canDelete ? () => onDelete(coupon) : undefined}
          >
            <button
              type="button"
              aria-label={`${toggle} ${code}`}
              onClick={() => onSwitch(coupon)}
              className={actionStyle}
            >
              {toggle}
            </button>
          </RowActions>
        )
      },
    },
  ]
}
