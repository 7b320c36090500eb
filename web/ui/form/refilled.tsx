import { Fragment, useLayoutEffect, useRef, type ReactNode } from 'react'

interface RefilledProps {
  /** A new version fills the form again: the record was saved, or a change was undone. */
  version: number
  children: ReactNode
}

/** Fills a form again for each version of its record, and keeps the focus on the same field or button. */
export function Refilled({ version, children }: RefilledProps) {
  const area = useRef<HTMLDivElement>(null)
  const focused = useRef<Element>(null)
  useLayoutEffect(() => {
    const before = focused.current
    // The focus moved on, or its element is still there.
    if (!before || before.isConnected || document.activeElement !== document.body) return
    const name = before.getAttribute('name')
    // The new form has new elements; only the name tells which one had the focus.
    const again = name ? `[name="${CSS.escape(name)}"]` : 'button[type=submit]'
    area.current?.querySelector<HTMLElement>(`${again}, button[type=submit]`)?.focus({ preventScroll: true })
  }, [version])
  return (
    <div ref={area} onFocus={({ target }) => (focused.current = target)}>
      <Fragment key={version}>{children}</Fragment>
    </div>
  )
}
