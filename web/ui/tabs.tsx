import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react'

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
  id?: string
  className?: string
  listClassName: string
  tabClassName: string
  panelClassName?: string
}

/**
 * Tabs as the ARIA pattern describes them: one tab stop, and arrow keys, Home and End select a tab. CSS hides the other
 * panels, so that a page without JavaScript can show them all.
 */
export function Tabs<Value extends string>(props: TabsProps<Value>) {
  const { label, tabs, value, onChange, id: areaId, className } = props
  const { listClassName, tabClassName, panelClassName = '' } = props
  const id = useId()
  const buttons = useRef(new Map<Value, HTMLButtonElement>())

  function onKeyDown(event: KeyboardEvent) {
    const index = tabs.findIndex((tab) => tab.value === value)
    const next = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: -1 }[event.key]
    const tab = next === undefined ? undefined : tabs.at(next % tabs.length)
    if (!tab) return
    event.preventDefault()
    onChange(tab.value)
    buttons.current.get(tab.value)?.focus()
  }

  return (
    <div id={areaId} className={className}>
      <div role="tablist" aria-label={label} tabIndex={-1} onKeyDown={onKeyDown} className={listClassName}>
        {tabs.map((tab) => (
          <button
            key={tab.value}
            ref={(button) => {
              if (button) buttons.current.set(tab.value, button)
            }}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            aria-selected={tab.value === value}
            aria-controls={`${id}-${tab.value}-panel`}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value)}
            className={tabClassName}
          >
            {tab.name}
          </button>
        ))}
      </div>
      {tabs.map((tab) => (
        <div
          key={tab.value}
          role="tabpanel"
          id={`${id}-${tab.value}-panel`}
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
