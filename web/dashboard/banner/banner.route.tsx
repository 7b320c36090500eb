import { useState } from 'react'
import type { AdminBanner } from '#contract/admin-banner.ts'
import { useAdminBanners, useBannerChanges } from '../../data/admin-banners.ts'
import { AlertDialog } from '../../ui/alert-dialog.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { FailedState } from '../../ui/failed-state.tsx'
import { showToast } from '../../lib/toasts.ts'
import { DashboardPage } from '../dashboard-page.tsx'
import { besideForm } from '../shelves/form-card.tsx'
import { ShelfActions } from '../shelves/shelf-actions.tsx'
import { useEditing } from '../shelves/use-editing.ts'
import { BannerForm } from './banner-form.tsx'
import { BannerList } from './banner-list.tsx'
import { nameOf } from './name-of.ts'

const deleteFailed = 'Failed to delete the banner. Please try again.'

export default function Banners() {
  const { data, isError, refetch } = useAdminBanners()
  const { remove } = useBannerChanges()
  const { editing, edit, formKey, done, deleted } = useEditing<AdminBanner>()
  const [deleting, setDeleting] = useState<AdminBanner>()
  const [alert, setAlert] = useState('')

  async function removeOne({ id }: AdminBanner) {
    const rows = data?.banners
    try {
      showToast('success', await remove(id))
      deleted(id, rows)
    } catch {
      setAlert(deleteFailed)
    }
  }

  return (
    <DashboardPage title="Banner Management" actions={<ShelfActions subject="banner" />}>
      <div className={besideForm}>
        <BannerForm
          key={`${formKey} ${data?.timeZone ?? ''}`}
          banner={editing}
          timeZone={data?.timeZone ?? 'UTC'}
          onDone={done}
        />
        <div className="min-w-0">
          {data ? (
            data.banners.length > 0 ? (
              <BannerList
                banners={data.banners}
                timeZone={data.timeZone}
                onEdit={edit}
                onDelete={setDeleting}
              />
            ) : (
              <p className="py-16 text-center text-quiet">No banners available.</p>
            )
          ) : isError ? (
            <FailedState
              text="Error loading banners. Please try again later."
              onRetry={() => void refetch()}
            />
          ) : (
            <p role="status" className="min-h-96 py-16 text-center text-quiet">
              Loading banners...
            </p>
          )}
        </div>
      </div>
      {deleting && (
        <ConfirmDialog
          title={`Delete ${nameOf(deleting)}?`}
          text="The banner is taken off the home page at once."
          confirm="Delete banner"
          onClose={() => setDeleting(undefined)}
          onConfirm={() => void removeOne(deleting)}
        />
      )}
      {alert && <AlertDialog text={alert} onClose={() => setAlert('')} />}
    </DashboardPage>
  )
}
