import { useEffect, useState } from 'react'

const pause = 3000

/**
 * Which of so many slides is shown, and the turning from one to the next every 3 s: not while the carousel is held
 * (pointed at, focused, touched), and under reduced motion only where the shopper starts it.
 */
export function useRotation(count: number) {
  const [turned, setTurned] = useState(0)
  const [playing, setPlaying] = useState(true)
  const [held, setHeld] = useState(false)
  const rotating = count > 1 && playing && !held
  const selected = turned % count

  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) setPlaying(false)
  }, [])

  // `selected` is among them so that each slide has its full time, also one the shopper went to.
  useEffect(() => {
    if (!rotating) return
    const timer = setInterval(() => {
      if (!document.hidden) setTurned(selected + 1)
    }, pause)
    return () => clearInterval(timer)
  }, [rotating, selected])

  return {
    selected,
    playing,
    rotating,
    hold: setHeld,
    show: setTurned,
    next: () => setTurned(selected + 1),
    previous: () => setTurned(selected + count - 1),
    toggle: () => {
      setPlaying(!playing)
      // Who starts it wants to see it turn, with the pointer still on the button.
      setHeld(false)
    },
  }
}
