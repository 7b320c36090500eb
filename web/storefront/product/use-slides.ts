import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import type { Picture } from '#contract/fields.ts'

/** Which picture of a scrolling row is seen, and how to see another. */
export function useSlides(
  row: RefObject<HTMLElement | null>,
  pictures: Picture[],
  shown: string | null | undefined,
) {
  const [selected, setSelected] = useState(0)
  const [announced, setAnnounced] = useState('')
  /** Where the row is being scrolled to: on its way there it passes other pictures, which do not count. */
  const target = useRef<number | undefined>(undefined)

  function select(index: number) {
    const element = row.current
    if (!element || index === selected) return
    target.current = index
    setSelected(index)
    setAnnounced(`Picture ${index + 1} of ${pictures.length}`)
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches || Math.abs(index - selected) > 1
    element.scrollTo({ left: index * element.clientWidth, behavior: calm ? 'instant' : 'smooth' })
  }

  // A newly chosen variant shows its picture; the first one stands in front already.
  const before = useRef(shown)
  const showVariant = useEffectEvent(() => {
    const index = pictures.findIndex(({ file }) => file === shown)
    if (before.current !== shown && index >= 0) select(index)
    before.current = shown
  })
  useEffect(() => showVariant(), [shown])

  function onScroll() {
    const element = row.current
    if (!element || element.clientWidth === 0) return
    const index = Math.round(element.scrollLeft / element.clientWidth)
    if (target.current === index) target.current = undefined
    if (target.current !== undefined || index === selected) return
    setSelected(index)
    setAnnounced(`Picture ${index + 1} of ${pictures.length}`)
  }

  return {
    selected,
    announced,
    select,
    next: () => select((selected + 1) % pictures.length),
    previous: () => select((selected + pictures.length - 1) % pictures.length),
    onScroll,
    /** A finger on the row takes over. */
    onTouch: () => {
      target.current = undefined
    },
  }
}
