import { useQueries } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useCan } from '#web/data/account/permission.ts'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Panel } from '../panel.tsx'
import { tasks } from './tasks.ts'

/** What staff have to do now, most urgent first. A task without anything to do does not appear. */
export function ToDoList() {
  const can = useCan()
  const own = tasks.filter(({ permission }) => can(permission))
  const counts = useQueries({ queries: own.map(({ query }) => query) })
  const counted = own.map(({ name, to }, index) => ({ name, to, count: counts[index]?.data }))
  const open = counted.filter(({ count }) => count !== undefined && count > 0)
  const failed = counted.filter((_, index) => counts[index]?.isError)
  const isLoading = counts.some(({ isPending }) => isPending)
  const shown = open.slice(0, SHOWN)
  const more = open.slice(SHOWN)
  if (own.length === 0) return null
  return (
    <Panel title="To do">
      {/* Below each other, the sales must not move when the tasks arrive. */}
      <div className="max-lg:min-h-66">
        {isLoading ? (
          <>
            <p role="status" className="sr-only">
              Loading...
            </p>
            <Skeleton className="h-66 lg:h-44" />
          </>
        ) : (
          <>
            {shown.length > 0 && <Tasks tasks={shown} />}
            {open.length === 0 && failed.length === 0 && (
              <p className="text-quiet">Nothing to do right now.</p>
            )}
            {more.length > 0 && (
              <details className="border-t border-line">
                <summary className="flex min-h-11 cursor-pointer items-center underline underline-offset-4">
                  {more.length} more
                </summary>
                <Tasks tasks={more} />
              </details>
            )}
            {failed.length > 0 && (
              <p className="pt-2 text-sm text-quiet">
                Couldn’t count {failed.map(({ name }) => name.toLowerCase()).join(', ')}.
              </p>
            )}
          </>
        )}
      </div>
    </Panel>
  )
}

/** As many tasks leave room for the sales on the first screen of a phone. */
const SHOWN = 5

const Tasks = ({ tasks: list }: { tasks: { name: string; to: string; count: number | undefined }[] }) => (
  <ul className="divide-y divide-line">
    {list.map(({ name, to, count }) => (
      <li key={name} className="relative flex min-h-11 items-center justify-between gap-4 hover:bg-ground">
        <Link to={to} className="underline-offset-4 after:absolute after:inset-0 hover:underline">
          {name}
        </Link>
        <span className="font-medium tabular">{count}</span>
      </li>
    ))}
  </ul>
)
