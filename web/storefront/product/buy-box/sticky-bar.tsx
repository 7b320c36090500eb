import { useEffect, useState, type ReactNode, type RefObject } from 'react'
import { trackBottomBar } from '#web/ui/track-bottom-bar.ts'

interface StickyBarProps {
  /** The buttons that the bar stands in for. */
  buttons: RefObject<HTMLElement | null>
  children: ReactNode
}

/**
 * A bar at the bottom of phones while the buttons and the footer are out of view. The buttons are enough without
 * JavaScript, so the bar exists only with it.
 */
export function StickyBar({ buttons, children }: StickyBarProps) {
  const [isShown, setShown] = useState(false)

  useEffect(() => {
    const watched = [buttons.current, document.querySelector('footer')].filter((element) => element !== null)
    const inView = new Set<Element>()
    const observer = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) inView[isIntersecting ? 'add' : 'delete'](target)
      // A bar that disappears must not take the keyboard's focus with it.
      setShown(inView.size === 0 || document.querySelector('[data-total-bar] :focus-visible') !== null)
    })
    for (const element of watched) observer.observe(element)
    return () => observer.disconnect()
  }, [buttons])

  if (!isShown) return null
  return (
    <div
      ref={trackBottomBar}
      role="region"
      aria-label="Buy this product"
      data-total-bar
      className="fixed inset-x-0 bottom-0 z-30 flex items-center gap-3 border-t border-line bg-card px-4 py-2.5 shadow-[0_-4px_16px_rgb(0_0_0/0.08)] md:hidden print:hidden"
    >
      {children}
    </div>
  )
}
