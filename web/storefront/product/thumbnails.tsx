import type { MouseEvent } from 'react'
import type { Picture } from '#contract/fields.ts'
import { ProductPicture } from '../../ui/picture.tsx'

interface ThumbnailsProps {
  pictures: Picture[]
  selected: number
  select: (index: number) => void
}

const most = 3

/**
 * At most three thumbnails. The third stands for all further pictures: it counts them, shows the one that is seen, and
 * leads from each to the next.
 */
export function Thumbnails({ pictures, selected, select }: ThumbnailsProps) {
  const last = most - 1
  const further = pictures.length - most
  return (
    <ul className="mt-3 flex gap-3 lg:col-start-1 lg:row-start-1 lg:mt-0 lg:flex-col">
      {pictures.slice(0, most).map((first, place) => {
        const several = place === last && further > 0
        const beyond = several && selected >= last
        const index = beyond ? selected : place
        const goal = beyond ? last + ((selected - last + 1) % (further + 1)) : place
        const label = `Picture ${index + 1} of ${pictures.length}${several && !beyond ? `, ${further} more` : ''}`
        return (
          <li key={first.file} className="max-w-18 grow sm:max-w-24">
            <a
              href={`#picture-${place + 1}`}
              aria-label={label}
              aria-current={index === selected ? 'true' : undefined}
              onClick={(event: MouseEvent) => {
                event.preventDefault()
                select(goal)
              }}
              className="relative block aspect-square overflow-hidden rounded-xs border border-transparent p-0.5 aria-[current]:border-ink forced-colors:aria-[current]:border-4"
            >
              <ProductPicture
                picture={pictures[index] ?? first}
                sizes="96px"
                alt=""
                className="size-full rounded-[1px]"
              />
              {several && (
                <span
                  aria-hidden="true"
                  className="absolute right-1 bottom-1 rounded-xs bg-page/90 px-1.5 py-0.5 text-sm font-medium tabular"
                >
                  +{further}
                </span>
              )}
            </a>
          </li>
        )
      })}
    </ul>
  )
}
