import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { tabForKey } from './tab-keys.ts'

interface Tab<Value extends string> {
  value: Value
  name: ReactNode
  content: ReactNode
}

interface TabsProps<Value extends string> {
  /** What the tabs are about. */
  label: string
  tabs: readonly Tab<NoInfer<Value>>[]
  /** The selected tab. */
  value: Value
  onChange(value: NoInfer<Value>): void
  /** The anchor of the whole area. Before the scripts a link to it opens the last tab. */
  id?: string
  className?: string
  listClassName: string
  tabClassName: string
  panelClassName?: string
}

/**
 * Tabs as the ARIA pattern describes them: one tab stop, and arrow keys, Home and End select a tab. Before the scripts load,
 * and if they fail, the tabs are links to their panels. CSS then shows the panel that the fragment names.
 */
export function Tabs<Value extends string>(props: TabsProps<Value>) {
  const { label, tabs, value, onChange, id: areaId, className } = props
  const { listClassName, tabClassName, panelClassName = '' } = props
  const id = useId()
  const links = useRef(new Map<Value, HTMLAnchorElement>())
  const [isLive, setLive] = useState(false)
  const panelId = (tab: Value) => `${id}-${tab}-panel`
  useEffect(() => {
    setLive(true)
    const opened = tabs.find((tab) => location.hash === `#${panelId(tab.value)}`)
    if (opened) onChange(opened.value)
    // Only a tab that was opened before the scripts counts.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  function onKeyDown(event: KeyboardEvent) {
    const index = tabs.findIndex((tab) => tab.value === value)
    const tab = tabForKey(event.key, tabs, index)
    if (!tab) return
    event.preventDefault()
    onChange(tab.value)
    links.current.get(tab.value)?.focus()
  }

  return (
    <div id={areaId} data-tabs={isLive ? 'live' : 'linked'} className={className}>
      <div role="tablist" aria-label={label} tabIndex={-1} onKeyDown={onKeyDown} className={listClassName}>
        {tabs.map((tab) => (
          <a
            key={tab.value}
            ref={(link) => {
              if (link) links.current.set(tab.value, link)
            }}
            href={`#${panelId(tab.value)}`}
            role="tab"
            id={`${id}-${tab.value}`}
            aria-selected={tab.value === value}
            aria-controls={panelId(tab.value)}
            tabIndex={isLive && tab.value !== value ? -1 : 0}
            onClick={(event) => {
              event.preventDefault()
              onChange(tab.value)
            }}
            className={`flex items-center ${tabClassName}`}
          >
            {tab.name}
          </a>
        ))}
      </div>
      {tabs.map((tab) => (
        <div
          key={tab.value}
          role="tabpanel"
          id={panelId(tab.value)}
          aria-labelledby={`${id}-${tab.value}`}
          tabIndex={0}
          className={`${panelClassName} ${tab.value === value ? '' : 'hidden'}`}
        >
          {tab.content}
        </div>
      ))}
    </div>
  )
}
