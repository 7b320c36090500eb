import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import type { Image } from '#contract/fields.ts'
import { usePageLoaded } from '#web/lib/browser/use-page-loaded.ts'

/** The selected image of the scrolling row, and functions to select another. */
export function useSlides(
  row: RefObject<HTMLElement | null>,
  images: Image[],
  selectedFile: string | null | undefined,
) {
  const [selected, setSelected] = useState(0)
  const [announced, setAnnounced] = useState('')
  const isNear = useNearSlides(selected, images.length)
  /** The target of a running scroll. The images that it passes are not selected. */
  const target = useRef<number | undefined>(undefined)

  function select(index: number) {
    const element = row.current
    if (!element || index === selected) return
    target.current = index
    setSelected(index)
    setAnnounced(`Image ${index + 1} of ${images.length}`)
    const isInstant = matchMedia('(prefers-reduced-motion: reduce)').matches || Math.abs(index - selected) > 1
    element.scrollTo({ left: index * element.clientWidth, behavior: isInstant ? 'instant' : 'smooth' })
  }

  // A newly chosen variant shows its image; the initial one is already first.
  const previousFile = useRef(selectedFile)
  const showVariant = useEffectEvent(() => {
    const index = images.findIndex(({ file }) => file === selectedFile)
    if (previousFile.current !== selectedFile && index >= 0) select(index)
    previousFile.current = selectedFile
  })
  useEffect(() => showVariant(), [selectedFile])

  function onScroll() {
    const element = row.current
    if (!element || element.clientWidth === 0) return
    const index = Math.round(element.scrollLeft / element.clientWidth)
    if (target.current === index) target.current = undefined
    if (target.current !== undefined || index === selected) return
    setSelected(index)
    setAnnounced(`Image ${index + 1} of ${images.length}`)
  }

  return {
    selected,
    announced,
    isNear,
    select,
    next: () => select((selected + 1) % images.length),
    previous: () => select((selected + images.length - 1) % images.length),
    onScroll,
    /** A touch cancels the running scroll. */
    onTouch: () => {
      target.current = undefined
    },
  }
}

/**
 * Whether the image at an index has been selected or beside the selected one: the others have no reason to load. The page
 * loads before the neighbours.
 */
function useNearSlides(selected: number, count: number): (index: number) => boolean {
  const [near, setNear] = useState<ReadonlySet<number>>(new Set([0]))
  const loaded = usePageLoaded()
  useEffect(() => {
    if (!loaded) return
    const beside = [selected - 1, selected, selected + 1].map((index) => (index + count) % count)
    setNear((before) => new Set([...before, ...beside]))
  }, [loaded, selected, count])
  return (index) => near.has(index) || index === selected
}
