import { useEffect, useEffectEvent, useRef, type FocusEvent, type KeyboardEvent, type ReactNode } from 'react'

interface DisclosureProps {
  /** The accessible name of the button. */
  label: string
  icon: ReactNode
  /** Only one disclosure of a group is open at a time. */
  group: string
  className?: string
  panelClassName: string
  /** Called when the panel opens. */
  onOpen?: () => void
  children: ReactNode
}

/**
 * A button that toggles a panel of links and works without JavaScript. Escape closes the panel and returns the focus. A
 * click outside, tabbing out and pressing a link close it too.
 */
export function Disclosure({
  label,
  icon,
  group,
  className = '',
  panelClassName,
  onOpen,
  children,
}: DisclosureProps) {
  const details = useRef<HTMLDetailsElement>(null)
  const summary = useRef<HTMLElement>(null)
  const close = () => details.current?.removeAttribute('open')

  const opened = useEffectEvent(() => {
    if (details.current?.open) onOpen?.()
  })
  // It may have been opened before its script arrived.
  useEffect(() => opened(), [])
  useEffect(() => {
    const closeOutside = (event: PointerEvent) => {
      if (!details.current?.contains(event.target as Node)) close()
    }
    // The dashboard stays when a link is pressed, and Back returns to a page as it was left.
    const closeOnLink = ({ target }: MouseEvent) => {
      if (target instanceof Element && details.current?.contains(target) && target.closest('a')) close()
    }
    document.addEventListener('pointerdown', closeOutside)
    document.addEventListener('click', closeOnLink)
    return () => {
      document.removeEventListener('pointerdown', closeOutside)
      document.removeEventListener('click', closeOnLink)
    }
  }, [])

  function closeOnEscape(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !details.current?.open) return
    close()
    summary.current?.focus()
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
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) onOpen?.()
      }}
    >
      <summary
        ref={summary}
        aria-label={label}
        className="bar-control list-none [&::-webkit-details-marker]:hidden"
      >
        {icon}
      </summary>
      <div className={panelClassName}>{children}</div>
    </details>
  )
}
