import { createContext, use, useEffect, useRef, useState, type ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import type { CurrentUser } from '#contract/identity/auth.ts'
import { links } from '#contract/links.ts'
import { useLogout } from '#web/data/account/use-logout.tsx'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import { entryOf, sectionsFor } from './sections.ts'
import { WaitingCount } from './waiting-count.tsx'

const row = 'flex min-h-11 w-full items-center gap-3 rounded-xs px-3 text-left hover:bg-ground'

/** The navigation of the dashboard: the pages that this person may open, in groups that collapse. */
export function Sidebar({ user }: { user: CurrentUser }) {
  const { pathname } = useLocation()
  const currentPath = entryOf(pathname)?.path
  const current = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    // The entries of a small window scroll. An effect cannot return the promise that new browsers give for it.
    current.current?.scrollIntoView({ block: 'nearest' })
  }, [currentPath])
  const { logout, dialog } = useLogout('Admin Logged out successfully')
  return (
    <>
      <nav aria-label="Dashboard" className="grow overflow-y-auto p-3">
        <ul>
          {sectionsFor(user.permissions).map(({ name, icon, entries }) => (
            <Group
              key={name}
              name={name}
              icon={icon}
              isCurrent={entries.some(({ path }) => path === currentPath)}
            >
              {entries.map((entry) => (
                <li key={entry.path}>
                  <Link
                    to={entry.path}
                    ref={entry.path === currentPath ? current : undefined}
                    aria-current={entry.path === currentPath ? 'page' : undefined}
                    className={`${row} pl-10 text-quiet aria-[current=page]:bg-ground aria-[current=page]:font-medium aria-[current=page]:text-ink`}
                  >
                    {entry.name}
                    <WhenOpen>
                      <WaitingCount path={entry.path} />
                    </WhenOpen>
                  </Link>
                </li>
              ))}
            </Group>
          ))}
        </ul>
      </nav>
      <div className="border-t border-line p-3">
        <Link to={links.home()} className={row}>
          <Icon name="bag" className="size-5" />
          View shop
        </Link>
        <button type="button" className={`${row} cursor-pointer`} onClick={() => void logout()}>
          <Icon name="out" className="size-5" />
          Logout
        </button>
      </div>
      {dialog}
    </>
  )
}

const OpenGroup = createContext(false)

/** Counts of closed groups are not loaded. */
const WhenOpen = ({ children }: { children: ReactNode }) => use(OpenGroup) && children

const keyOf = (name: string) => `sidebarGroup:${name}`

/** A browser may block the storage; then only the current group is open. */
function isRemembered(name: string): boolean {
  try {
    return localStorage.getItem(keyOf(name)) !== null
  } catch {
    return false
  }
}

function remember(name: string, open: boolean): void {
  try {
    if (open) localStorage.setItem(keyOf(name), '1')
    else localStorage.removeItem(keyOf(name))
  } catch {
    // Open or closed until the next page load.
  }
}

interface GroupProps {
  name: string
  icon: IconName
  /** Whether the current page is one of its entries. */
  isCurrent: boolean
  children: React.ReactNode
}

function Group({ name, icon, isCurrent, children }: GroupProps) {
  const [open, setOpen] = useState(() => isCurrent || isRemembered(name))
  const [wasCurrent, setWasCurrent] = useState(isCurrent)
  // Opens when the person navigates into the group, and stays closed if they close it then.
  if (wasCurrent !== isCurrent) {
    setWasCurrent(isCurrent)
    if (isCurrent) setOpen(true)
  }
  const id = `group-${name.toLowerCase().replaceAll(' ', '-')}`
  return (
    <li>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => {
          remember(name, !open)
          setOpen(!open)
        }}
        className={`${row} cursor-pointer font-medium`}
      >
        <Icon name={icon} className="size-5 text-quiet" />
        {name}
        <Icon
          name="down"
          className={`ml-auto size-4 transition-transform duration-300 motion-reduce:transition-none ${open ? 'rotate-180' : ''}`}
        />
      </button>
      <div
        id={id}
        inert={!open}
        className={`grid transition-[grid-template-rows] duration-300 motion-reduce:transition-none ${open ? 'grid-rows-[1fr]' : 'grid-rows-[0fr]'}`}
      >
        <OpenGroup value={open}>
          <ul className="overflow-hidden px-1 py-px">{children}</ul>
        </OpenGroup>
      </div>
    </li>
  )
}
