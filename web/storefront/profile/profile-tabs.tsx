import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { links, profileTabs, type ProfileTab } from '#contract/links.ts'
import { Icon } from '../../ui/icon.tsx'
import { places } from '../account/places.ts'

/** The parts of the profile: a row to scroll on small screens, a column beside the part on large ones. */
export function ProfileTabs({ tab }: { tab: ProfileTab }) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const row = list.current
    const here = row?.querySelector<HTMLElement>('[aria-current]')
    if (row && here) row.scrollLeft = here.offsetLeft - (row.clientWidth - here.offsetWidth) / 2
  }, [tab])
  return (
    <nav aria-label="Profile">
      <ul
        ref={list}
        className="relative -mx-(--gutter) flex overflow-x-auto border-b border-line px-(--gutter) lg:mx-0 lg:flex-col lg:gap-1 lg:border-0 lg:px-0"
      >
        {profileTabs.map((one) => (
          <li key={one} className="shrink-0">
            <Link
              to={links.profile(one)}
              preventScrollReset
              aria-current={one === tab ? 'page' : undefined}
              className="-mb-px flex min-h-12 items-center gap-3 border-b-2 border-transparent px-3 text-quiet transition-colors duration-150 hover:text-ink focus-visible:-outline-offset-2 aria-[current]:border-ink aria-[current]:text-ink lg:mb-0 lg:rounded-xs lg:border-0 lg:px-4 lg:aria-[current]:bg-card lg:aria-[current]:font-medium"
            >
              <Icon name={places[one].icon} className="size-5 max-lg:hidden" />
              {places[one].name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
