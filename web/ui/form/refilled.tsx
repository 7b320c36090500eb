import { Fragment, useLayoutEffect, useRef, type ReactNode } from 'react'

interface RefilledProps {
  /** Another one: the record was saved, or taken back, and its form begins anew. */
  version: number
  children: ReactNode
}

/** A form that is filled anew with each version of its record; the focus stays on the field or button that had it. */
export function Refilled({ version, children }: RefilledProps) {
  const area = useRef<HTMLDivElement>(null)
  const focused = useRef<Element>(null)
  useLayoutEffect(() => {
    const before = focused.current
    // Elsewhere by now, or still there: nothing was lost.
    if (!before || before.isConnected || document.activeElement !== document.body) return
    const name = before.getAttribute('name')
    const again = name ? `[name="${CSS.escape(name)}"]` : 'button[type=submit]'
    area.current?.querySelector<HTMLElement>(`${again}, button[type=submit]`)?.focus({ preventScroll: true })
  }, [version])
  return (
    <div ref={area} onFocus={({ target }) => (focused.current = target)}>
      <Fragment key={version}>{children}</Fragment>
    </div>
  )
}
