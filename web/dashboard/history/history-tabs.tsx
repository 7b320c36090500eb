import { Tabs } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { HistoryPanel, type HistoryPanelProps } from './history-panel.tsx'

const tabs = { details: 'Details', history: 'History' }

interface HistoryTabsProps extends HistoryPanelProps {
  /** What they are about: "About this product". */
  label: string
  children: ReactNode
}

/** The form of a record and its history; the form stays as it is while the history is looked at. */
export function HistoryTabs({ label, children, ...record }: HistoryTabsProps) {
  const [search, setSearch] = useSearchParams()
  return (
    <Tabs.Root
      value={search.get('tab') === 'history' ? 'history' : 'details'}
      onValueChange={(value: string) =>
        setSearch(value === 'history' ? { tab: value } : {}, { replace: true, preventScrollReset: true })
      }
    >
      <Tabs.List activateOnFocus aria-label={label} className="mb-6 flex gap-6 border-b border-line">
        {Object.entries(tabs).map(([value, name]) => (
          <Tabs.Tab
            key={value}
            value={value}
            className="-mb-px min-h-12 cursor-pointer border-b-2 border-transparent text-quiet hover:text-ink focus-visible:-outline-offset-2 aria-selected:border-ink aria-selected:text-ink"
          >
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="details" keepMounted>
        {children}
      </Tabs.Panel>
      <Tabs.Panel value="history">
        <HistoryPanel {...record} />
      </Tabs.Panel>
    </Tabs.Root>
  )
}
