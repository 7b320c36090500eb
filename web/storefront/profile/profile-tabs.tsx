import { useEffect, useRef } from 'react'
import { links, profileTabs, type ProfileTab } from '#contract/links.ts'
import { Icon } from '#web/ui/icon.tsx'
import { profileTabLabels } from '../account/profile-tab-labels.ts'

/** The tabs of the profile: a scrolling row on small screens, a column on large ones. */
export function ProfileTabs({ tab }: { tab: ProfileTab }) {
  const list = useRef<HTMLUListElement>(null)
  const currentLink = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    const row = list.current
    const link = currentLink.current
    if (row && link) row.scrollLeft = link.offsetLeft - (row.clientWidth - link.offsetWidth) / 2
  }, [tab])
  return (
    <nav aria-label="Profile">
      <ul
        ref={list}
        className="relative -mx-(--gutter) flex overflow-x-auto border-b border-line px-(--gutter) lg:mx-0 lg:flex-col lg:gap-1 lg:border-0 lg:px-0"
      >
        {profileTabs.map((item) => (
          <li key={item} className="shrink-0">
            <a
              ref={item === tab ? currentLink : undefined}
              href={links.profile(item)}
              aria-current={item === tab ? 'page' : undefined}
              className="-mb-px flex min-h-12 items-center gap-3 border-b-2 border-transparent px-3 text-quiet transition-colors duration-150 hover:text-ink focus-visible:-outline-offset-2 aria-[current]:border-ink aria-[current]:text-ink lg:mb-0 lg:rounded-xs lg:border-0 lg:px-4 lg:aria-[current]:bg-card lg:aria-[current]:font-medium"
            >
              <Icon name={profileTabLabels[item].icon} className="size-5 max-lg:hidden" />
              {profileTabLabels[item].name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
