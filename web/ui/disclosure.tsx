import {
  useEffect,
  useLayoutEffect,
  useRef,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import { useLocation } from 'react-router'

interface DisclosureProps {
  /** What the control is called. */
  label: string
  icon: ReactNode
  /** Disclosures of one name are open one at a time. */
  group: string
  className?: string
  panelClassName: string
  children: ReactNode
}

/**
 * A button that shows and hides a panel of links; works without script. Escape closes it and gives the focus back; a
 * click outside, leaving it with Tab and a change of page close it too.
 */
export function Disclosure({
  label,
  icon,
  group,
  className = '',
  panelClassName,
  children,
}: DisclosureProps) {
  const details = useRef<HTMLDetailsElement>(null)
  const { key } = useLocation()
  const openedAt = useRef(key)
  const close = () => details.current?.removeAttribute('open')

  useLayoutEffect(() => {
    // Not on the first page: who opened it before the scripts arrived keeps it open.
    if (openedAt.current !== key) close()
    openedAt.current = key
  }, [key])
  useEffect(() => {
    const closeOutside = (event: PointerEvent) => {
      if (!details.current?.contains(event.target as Node)) close()
    }
    document.addEventListener('pointerdown', closeOutside)
    return () => document.removeEventListener('pointerdown', closeOutside)
  }, [])

  function closeOnEscape(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !details.current?.open) return
    close()
    details.current.querySelector('summary')?.focus()
  }

  function closeWhenLeft(event: FocusEvent) {
    if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) close()
  }

  return (
    <details
      ref={details}
      name={group}
      className={className}
      onKeyDown={closeOnEscape}
      onBlur={closeWhenLeft}
    >
      <summary aria-label={label} className="bar-control list-none [&::-webkit-details-marker]:hidden">
        {icon}
      </summary>
      <div className={panelClassName}>{children}</div>
    </details>
  )
}
