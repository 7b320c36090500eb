import { useState } from 'react'
import type { CouponRow } from '#contract/coupon.ts'
import { useCouponChanges, useCoupons } from '../../data/admin-coupons.ts'
import { wordsOf } from '../../data/personal-change.ts'
import { useShop } from '../../data/shop.ts'
import { showToast } from '../../lib/toasts.ts'
import { useTableState } from '../../lib/use-table-state.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { DashboardPage } from '../dashboard-page.tsx'
import { focusBeside, historyOf } from '../shelves/row-actions.tsx'
import { couponColumns } from './coupon-columns.tsx'
import { couponPath, stateWords } from './coupon-words.ts'

export default function Coupons() {
  const shop = useShop()
  const table = useTableState({ sort: 'newest', filters: ['state'] })
  const query = useCoupons(table.query)
  const { update, remove } = useCouponChanges()
  const [deleting, setDeleting] = useState<CouponRow>()
  const failed = (error: unknown) => showToast('error', wordsOf(error as Error))

  async function removeOne({ id }: CouponRow) {
    const rows = query.data?.data.map((coupon) => coupon.id) ?? []
    try {
      showToast('success', await remove(id))
      focusBeside(rows, id)
    } catch (error) {
      failed(error)
    }
  }

  return (
    <DashboardPage
      title="Coupons"
      actions={
        <>
          <LinkButton to={historyOf('coupon')}>History</LinkButton>
          <LinkButton kind="primary" to={couponPath('new')}>
            Add a coupon
          </LinkButton>
        </>
      }
    >
      <DataTable
        caption="Coupons"
        columns={couponColumns({
          shop,
          timeZone: query.data?.timeZone ?? 'UTC',
          onDelete: setDeleting,
          onSwitch: ({ id, isActive, version }) =>
            void update({ id, isActive: !isActive, version }).catch((error: unknown) => {
              failed(error)
              // Somebody may have changed it meanwhile.
              void query.refetch()
            }),
        })}
        table={table}
        query={query}
        rowKey={({ id }) => id}
        rowName={({ code }) => code}
        searchLabel="Search codes"
        toolbar={
          <SelectField
            label="State"
            className="w-44"
            options={[['', 'Any state'], ...Object.entries(stateWords)]}
            value={table.filters['state'] ?? ''}
            onChange={({ target }) => table.set({ state: target.value })}
          />
        }
        empty={
          <EmptyState
            title="No coupons yet"
            text="A coupon is a code that shoppers enter at the checkout. Add the first one."
          />
        }
      />
      {deleting && (
        <ConfirmDialog
          title={`Delete ${deleting.code}?`}
          text="Nobody can use it any more. It can be brought back from the history."
          confirm="Delete coupon"
          onClose={() => setDeleting(undefined)}
          onConfirm={() => void removeOne(deleting)}
        />
      )}
    </DashboardPage>
  )
}
