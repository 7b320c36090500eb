import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { MouseEvent, PointerEvent, RefObject } from 'react'
import { wholeImage, withinStage, zoomAt, type Point, type Size } from './zoom.ts'

/** A drag of this many CSS pixels across the whole image steps to the next one. */
const SWIPE_PX = 60
const DOUBLE_PRESS_SCALE = 2.5
const PAN_PX = 80

/**
 * Zoom and movement of the image on a stage: pinch, wheel, double press and drag. `step` is called with 1 or -1 when the
 * whole image is swiped.
 */
export function useZoom(stage: RefObject<HTMLElement | null>, image: Size, step: (by: 1 | -1) => void) {
  const [view, setView] = useState(wholeImage)
  const [swiped, setSwiped] = useState(0)
  const pointers = useRef(new Map<number, Point>())
  const swipeStart = useRef<number | undefined>(undefined)
  const isZoomed = view.scale > 1

  const size = () => stage.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1)
  const fromCentre = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const { left, top, width, height } = size()
    return { x: clientX - left - width / 2, y: clientY - top - height / 2 }
  }
  function zoomBy(factor: number, at: Point = { x: 0, y: 0 }) {
    const room = size()
    setView((before) => zoomAt(before, before.scale * factor, at, room, image))
  }
  function moveBy(x: number, y: number) {
    const room = size()
    setView((before) => withinStage({ ...before, x: before.x + x, y: before.y + y }, room, image))
  }

  const onWheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault()
    // A pinch on a trackpad arrives as a wheel with Ctrl, in smaller steps.
    zoomBy(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.002)), fromCentre(event))
  })
  // React listens to the wheel passively, and the page behind must not scroll.
  useEffect(() => {
    const element = stage.current
    const listener = (event: WheelEvent) => onWheel(event)
    element?.addEventListener('wheel', listener, { passive: false })
    return () => element?.removeEventListener('wheel', listener)
  }, [stage])

  function onPointerDown(event: PointerEvent) {
    event.currentTarget.setPointerCapture(event.pointerId)
    const at = fromCentre(event)
    pointers.current.set(event.pointerId, at)
    swipeStart.current = pointers.current.size === 1 && !isZoomed ? at.x : undefined
    setSwiped(0)
  }

  function onPointerMove(event: PointerEvent) {
    const before = pointers.current.get(event.pointerId)
    if (!before) return
    const now = fromCentre(event)
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1]
    pointers.current.set(event.pointerId, now)
    if (other) {
      const spread = (point: Point) => Math.max(1, Math.hypot(point.x - other.x, point.y - other.y))
      zoomBy(spread(now) / spread(before), { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 })
    } else if (swipeStart.current === undefined) moveBy(now.x - before.x, now.y - before.y)
    else setSwiped(now.x - swipeStart.current)
  }

  function onPointerUp(event: PointerEvent) {
    const start = swipeStart.current
    pointers.current.delete(event.pointerId)
    swipeStart.current = undefined
    setSwiped(0)
    const distance = start === undefined ? 0 : fromCentre(event).x - start
    if (event.type === 'pointerup' && Math.abs(distance) > SWIPE_PX) step(distance < 0 ? 1 : -1)
  }

  return {
    isZoomed,
    /** The style of the element that holds the image. */
    style: { transform: `translate(${view.x + swiped}px, ${view.y}px) scale(${view.scale})` },
    zoomBy: (factor: number) => zoomBy(factor),
    pan: (x: number, y: number) => moveBy(-x * PAN_PX, -y * PAN_PX),
    reset: () => setView(wholeImage),
    handlers: {
      onPointerDown,
      onPointerMove,
      onPointerUp,
      onPointerCancel: onPointerUp,
      onDoubleClick: (event: MouseEvent) =>
        zoomBy(isZoomed ? 1 / view.scale : DOUBLE_PRESS_SCALE, fromCentre(event)),
    },
  }
}
