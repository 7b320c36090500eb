import { useState } from 'react'
import type { AdminBanner } from '#contract/admin-banner.ts'
import { useBannerChanges } from '../../data/admin-banners.ts'
import { serverMessage } from '../../lib/api.ts'
import { showToast } from '../../lib/toasts.ts'
import { wallTime } from '../../lib/zoned-time.ts'
import { SortableList } from '../../ui/sortable-list.tsx'
import { RowActions } from '../shelves/row-actions.tsx'
import { Thumbnail } from '../shelves/thumbnail.tsx'
import { nameOf } from './name-of.ts'

interface BannerListProps {
  banners: readonly AdminBanner[]
  timeZone: string
  onEdit(banner: AdminBanner): void
  onDelete(banner: AdminBanner): void
}

const states = { shown: 'Shown now', planned: 'Planned', over: 'Over' }

/** The banners in the order of the home page; a move is saved at once. */
export function BannerList({ banners, timeZone, onEdit, onDelete }: BannerListProps) {
  const { order } = useBannerChanges()
  const [moved, setMoved] = useState<{ from: readonly AdminBanner[]; items: AdminBanner[] }>()
  // Until the list is read anew, which tells what was saved.
  const items = moved?.from === banners ? moved.items : banners

  async function move(next: AdminBanner[]) {
    setMoved({ from: banners, items: next })
    try {
      await order(next.map(({ id }) => id))
    } catch (error) {
      setMoved(undefined)
      showToast('error', serverMessage(error) ?? 'The order could not be saved. Please try again.')
    }
  }

  return (
    <SortableList
      label="Banners"
      items={items}
      keyOf={({ id }) => id}
      nameOf={nameOf}
      onMove={(next) => void move(next)}
      className="flex flex-col gap-3"
      itemClassName="rounded-xs border border-line bg-card p-3"
    >
      {(banner, handle) => (
        <div className="flex flex-wrap items-center gap-4">
          <Thumbnail picture={banner.picture} wide />
          <div className="min-w-40 grow basis-40">
            <p className="font-medium wrap-anywhere">{nameOf(banner)}</p>
            {banner.subtitle && <p className="text-sm text-quiet wrap-anywhere">{banner.subtitle}</p>}
            <p className="mt-1 text-sm text-quiet wrap-anywhere">
              {states[banner.state]}
              {timesOf(banner, timeZone)}
              {banner.link && ` · leads to ${banner.link}`}
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

function timesOf({ shownFrom, shownUntil }: AdminBanner, timeZone: string): string {
  const words = (iso: string) => wallTime(iso, timeZone).replace('T', ' ')
  return `${shownFrom ? ` · from ${words(shownFrom)}` : ''}${shownUntil ? ` · until ${words(shownUntil)}` : ''}`
}
