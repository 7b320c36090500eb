import { useRef, type PointerEvent } from 'react'
import type { useRotation } from './use-rotation.ts'

/** Pixels that a finger moves sideways before it means another slide. */
const distance = 40

/** What makes a finger turn the slides; they hold still while it rests on them. */
export function useSwipe({ hold, next, previous }: ReturnType<typeof useRotation>) {
  const start = useRef<number>(undefined)

  function end(event: PointerEvent, moved: number) {
    if (event.pointerType !== 'touch') return
    start.current = undefined
    hold(false)
    if (moved <= -distance) next()
    if (moved >= distance) previous()
  }

  return {
    onPointerDown(event: PointerEvent) {
      if (event.pointerType !== 'touch') return
      start.current = event.clientX
      hold(true)
    },
    onPointerUp: (event: PointerEvent) => end(event, event.clientX - (start.current ?? event.clientX)),
    // The page scrolls: that was no swipe.
    onPointerCancel: (event: PointerEvent) => end(event, 0),
  }
}
