import type { AdminBanner } from '#contract/catalog/admin/banner.ts'
import { banners } from '#web/data/admin/catalog/banners.ts'
import { useShop } from '#web/data/shop.ts'
import { FailedState } from '#web/ui/feedback/failed-state.tsx'
import { ListPage } from '../list-page/list-page.tsx'
import { BannerForm } from './banner-form.tsx'
import { BannerList, nameOf } from './banner-list.tsx'

export default function Banners() {
  const { data: rows, isError, refetch } = banners.useAll()
  const { remove } = banners.useChanges()
  const { timeZone } = useShop()
  return (
    <ListPage<AdminBanner>
      title="Banner Management"
      noun="banner"
      idOf={({ id }) => id}
      nameOf={nameOf}
      rows={rows}
      deletion={{
        text: 'The banner will be removed from the home page.',
        failureAlert: 'Failed to delete the banner. Please try again.',
        isPending: remove.isPending,
        remove: ({ id }, _moveTo, handlers) => remove.mutate({ id }, handlers),
      }}
      form={(props) => <BannerForm {...props} timeZone={timeZone} />}
    >
      {(callbacks) => {
        if (rows && rows.length > 0) {
          return <BannerList banners={rows} timeZone={timeZone} {...callbacks} />
        }
        if (rows) return <p className="py-16 text-center text-quiet">No banners available.</p>
        return isError ? (
          <FailedState text="Error loading banners. Please try again later." onRetry={() => void refetch()} />
        ) : (
          <p role="status" className="min-h-96 py-16 text-center text-quiet">
            Loading banners...
          </p>
        )
      }}
    </ListPage>
  )
}
