import { useState } from 'react'
import type { AdminBanner } from '#contract/catalog/admin/banner.ts'
import { banners as bannerResource } from '#web/data/admin/catalog/banners.ts'
import { wallTimeText } from '#web/lib/format/zoned-time.ts'
import { SortableList } from '#web/ui/list/sortable-list.tsx'
import type { RowCallbacks } from '../list-page/list-page.tsx'
import { RowActions } from '../list-page/row-actions.tsx'
import { Thumbnail } from '../list-page/thumbnail.tsx'

interface BannerListProps extends RowCallbacks<AdminBanner> {
  banners: readonly AdminBanner[]
  timeZone: string
}

const stateLabels = { shown: 'Live', planned: 'Scheduled', over: 'Ended' }

/** The title of a banner, which is optional, or its number. */
export const nameOf = ({ title, id }: AdminBanner) => title || `Banner ${id}`

/** The banners in the order of the home page. Each move is saved at once. */
export function BannerList({ banners, timeZone, onEdit, onDelete }: BannerListProps) {
  const { order } = bannerResource.useChanges()
  const [moved, setMoved] = useState<{ from: readonly AdminBanner[]; items: AdminBanner[] }>()
  // The new order, until the refreshed list has it.
  const items = moved?.from === banners ? moved.items : banners

  function move(next: AdminBanner[]) {
    setMoved({ from: banners, items: next })
    order.mutate(
      next.map(({ id }) => id),
      {
        onError() {
          setMoved(undefined)
          return false
        },
      },
    )
  }

  return (
    <SortableList
      label="Banners"
      items={items}
      keyOf={({ id }) => id}
      nameOf={nameOf}
      onMove={move}
      className="flex flex-col gap-3"
      itemClassName="rounded-xs border border-line bg-card p-3"
    >
      {(banner, handle) => (
        <div className="flex flex-wrap items-center gap-4">
          <Thumbnail image={banner.image} size="wide" />
          <div className="min-w-40 grow basis-40">
            <p className="font-medium wrap-anywhere">{nameOf(banner)}</p>
            {banner.subtitle && <p className="text-sm text-quiet wrap-anywhere">{banner.subtitle}</p>}
            <p className="mt-1 text-sm text-quiet wrap-anywhere">
              {stateLabels[banner.state]}
              {scheduleText(banner, timeZone)}
              {banner.link && ` · links to ${banner.link}`}
            </p>
            <RowActions
              id={banner.id}
              name={nameOf(banner)}
              subject="banner"
              onEdit={() => onEdit(banner)}
              onDelete={() => onDelete(banner)}
            />
          </div>
          {handle}
        </div>
      )}
    </SortableList>
  )
}

function scheduleText({ shownFrom, shownUntil }: AdminBanner, timeZone: string): string {
  const from = shownFrom ? ` · from ${wallTimeText(shownFrom, timeZone)}` : ''
  return shownUntil ? `${from} · until ${wallTimeText(shownUntil, timeZone)}` : from
}
