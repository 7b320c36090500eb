import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { Tabs } from '#web/ui/tabs/tabs.tsx'
import { ActivityPanel, type ActivityPanelProps } from './activity-panel.tsx'

interface RecordTabsProps extends ActivityPanelProps {
  /** The accessible name of the tabs. */
  label: string
  children: ReactNode
}

/** The form of a record and its activity log. The form stays mounted, with everything typed, behind the log. */
export function RecordTabs({ label, children, ...record }: RecordTabsProps) {
  const [search, setSearch] = useSearchParams()
  const value = search.get('tab') === 'activity' ? 'activity' : 'details'
  return (
    <Tabs
      label={label}
      value={value}
      onChange={(tab) =>
        setSearch(tab === 'activity' ? { tab } : {}, { replace: true, preventScrollReset: true })
      }
      tabs={[
        { value: 'details', name: 'Details', content: children },
        {
          value: 'activity',
          name: 'Activity log',
          content: value === 'activity' && <ActivityPanel {...record} />,
        },
      ]}
      listClassName="mb-6 flex gap-6 border-b border-line"
      tabClassName="-mb-px min-h-12 cursor-pointer border-b-2 border-transparent text-quiet hover:text-ink focus-visible:-outline-offset-2 aria-selected:border-ink aria-selected:text-ink"
    />
  )
}
