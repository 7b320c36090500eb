import { useEffect, useRef, useState, type PointerEvent } from 'react'

const ROTATION_MS = 3000

/**
 * The selected slide and its rotation. It stops while the carousel has keyboard focus or is touched, and goes on under the
 * pointer. With reduced motion, it starts only on request.
 */
export function useRotation(count: number) {
  const [position, setPosition] = useState(0)
  const [playing, setPlaying] = useState(true)
  const [held, setHeld] = useState(false)
  const rotating = count > 1 && playing && !held
  const selected = position % count

  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) setPlaying(false)
  }, [])

  // Depends on `selected`, so that a manually selected slide also stays for the full time.
  useEffect(() => {
    if (!rotating) return
    const timer = setInterval(() => {
      if (!document.hidden) setPosition(selected + 1)
    }, ROTATION_MS)
    return () => clearInterval(timer)
  }, [rotating, selected])

  return {
    selected,
    playing,
    rotating,
    hold: setHeld,
    show: setPosition,
    next: () => setPosition(selected + 1),
    previous: () => setPosition(selected + count - 1),
    toggle: () => {
      setPlaying(!playing)
      // Starts rotating although the keyboard focus is still on the button.
      setHeld(false)
    },
  }
}

const MIN_SWIPE_PX = 40

/** Touch handlers that change the slide on a swipe and pause the rotation during a touch. */
export function useSwipe({ hold, next, previous }: ReturnType<typeof useRotation>) {
  const start = useRef<number>(undefined)

  function end(event: PointerEvent, moved: number) {
    if (event.pointerType !== 'touch') return
    start.current = undefined
    hold(false)
    if (moved <= -MIN_SWIPE_PX) next()
    if (moved >= MIN_SWIPE_PX) previous()
  }

  return {
    onPointerDown(event: PointerEvent) {
      if (event.pointerType !== 'touch') return
      start.current = event.clientX
      hold(true)
    },
    onPointerUp: (event: PointerEvent) => end(event, event.clientX - (start.current ?? event.clientX)),
    // The browser cancels the pointer when the page scrolls.
    onPointerCancel: (event: PointerEvent) => end(event, 0),
  }
}
