import { Link } from 'react-router'
import type { CouponRow } from '#contract/coupon.ts'
import { money, type MoneyFormat } from '../../lib/money.ts'
import type { Column } from '../../ui/table/column.ts'
import { actionStyle, historyOf } from '../shelves/row-actions.tsx'
import { couponPath, effectOf, stateWords, timesOf, usesOf } from './coupon-words.ts'

interface ColumnsOf {
  shop: MoneyFormat
  timeZone: string
  onDelete(coupon: CouponRow): void
  onSwitch(coupon: CouponRow): void
}

/** The table of coupons. */
export function couponColumns({ shop, timeZone, onDelete, onSwitch }: ColumnsOf): Column<CouponRow>[] {
  return [
    {
      id: 'code',
      name: 'Code',
      sort: ['code', 'code_desc'],
      cell: ({ id, code }) => (
        <Link
          to={couponPath(id)}
          className="inline-block min-w-28 font-medium cards:min-w-0 underline underline-offset-4 wrap-anywhere hover:decoration-2"
        >
          {code}
        </Link>
      ),
    },
    { id: 'effect', name: 'What it gives', cell: (coupon) => effectOf(coupon, shop) },
    {
      id: 'times',
      name: 'Holds',
      sort: ['ends', 'ends_desc'],
      cell: (coupon) => (
        <span>
          {timesOf(coupon, shop, timeZone).map((time) => (
            <span key={time} className="block">
              {time}
            </span>
          ))}
        </span>
      ),
    },
    {
      id: 'goods',
      name: 'For',
      optional: true,
      cell: ({ isForAll, minimum }) => (
        <span>
          {isForAll ? 'Everything' : 'Some goods'}
          {minimum > 0 && <span className="block text-sm text-quiet">from {money(minimum, shop)}</span>}
        </span>
      ),
    },
    { id: 'used', name: 'Used', sort: ['used_desc', 'used'], align: 'end', cell: usesOf },
    {
      id: 'state',
      name: 'State',
      cell: ({ state }) => (
        <span className={state === 'active' ? '' : 'text-quiet'}>{stateWords[state]}</span>
      ),
    },
    {
      id: 'actions',
      name: 'Actions',
      cell: (coupon) => {
        const { id, code, isActive, canDelete } = coupon
        const turn = isActive ? 'Switch off' : 'Switch on'
        return (
          <span className="flex flex-wrap gap-x-1">
            <button
              type="button"
              aria-label={`${turn} ${code}`}
              onClick={() => onSwitch(coupon)}
              className={actionStyle}
            >
              {turn}
            </button>
            {canDelete && (
              <button
                type="button"
                data-delete={id}
                aria-label={`Delete ${code}`}
                onClick={() => onDelete(coupon)}
                className={`${actionStyle} text-danger`}
              >
                Delete
              </button>
            )}
            <Link to={historyOf('coupon', id)} aria-label={`History of ${code}`} className={actionStyle}>
              History
            </Link>
          </span>
        )
      },
    },
  ]
}
