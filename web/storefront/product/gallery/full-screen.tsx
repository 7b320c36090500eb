import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import type { Image } from '#contract/fields.ts'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import { ProductImage } from '#web/ui/image.tsx'
import { useZoom } from './use-zoom.ts'

interface FullScreenProps {
  images: Image[]
  productName: string
  /** The index of the image to begin with. */
  initial: number
  /** Called with the index of the image that was shown last. */
  onClose(index: number): void
}

const ZOOM_STEP = 1.6

/**
 * The images over the whole window. Arrow keys, swipes and buttons step through them; wheel, pinch, double press, buttons
 * and the keys +, - and 0 zoom; a zoomed image moves by drag and arrow keys. Escape closes.
 */
export function FullScreen({ images, productName, initial, onClose }: FullScreenProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const stage = useRef<HTMLDivElement>(null)
  const [index, setIndex] = useState(initial)
  const image = images[index] ?? images[0]
  const zoom = useZoom(stage, image ?? { width: 1, height: 1 }, step)
  // Close before unmounting: the browser returns the focus on `close()`, not on removal.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])

  function select(next: number) {
    zoom.reset()
    setIndex((next + images.length) % images.length)
  }
  function step(by: 1 | -1) {
    if (images.length > 1) select(index + by)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const arrow = (x: -1 | 0 | 1, y: number) => () => {
      if (zoom.isZoomed) zoom.pan(x, y)
      else if (x !== 0) step(x)
    }
    const keys: Record<string, () => void> = {
      ArrowLeft: arrow(-1, 0),
      ArrowRight: arrow(1, 0),
      ArrowUp: arrow(0, -1),
      ArrowDown: arrow(0, 1),
      Home: () => select(0),
      End: () => select(images.length - 1),
      '+': () => zoom.zoomBy(ZOOM_STEP),
      '=': () => zoom.zoomBy(ZOOM_STEP),
      '-': () => zoom.zoomBy(1 / ZOOM_STEP),
      '0': zoom.reset,
    }
    const run = keys[event.key]
    if (!run) return
    event.preventDefault()
    run()
  }

  if (!image) return null
  return (
    <dialog
      ref={dialog}
      aria-label={`Images of ${productName}, full screen`}
      onCancel={(event) => {
        event.preventDefault()
        onClose(index)
      }}
      onKeyDown={onKeyDown}
      className="m-0 h-dvh max-h-none w-dvw max-w-none overflow-hidden bg-page text-ink"
    >
      <div
        ref={stage}
        className={`h-full touch-none overflow-hidden select-none ${zoom.isZoomed ? 'cursor-grab' : 'cursor-zoom-in'}`}
        {...zoom.handlers}
      >
        <div key={image.file} style={zoom.style} className="size-full">
          <ProductImage
            image={image}
            sizes="200vw"
            priority="first-view"
            alt={image.alt || productName}
            className="pointer-events-none size-full bg-transparent! [&>img]:object-contain"
          />
        </div>
      </div>
      <div className="absolute top-3 right-3">
        <Control icon="close" label="Close" onClick={() => onClose(index)} />
      </div>
      <div className="absolute top-3 left-3 flex gap-2">
        <Control icon="plus" label="Zoom in" onClick={() => zoom.zoomBy(ZOOM_STEP)} />
        <Control icon="minus" label="Zoom out" onClick={() => zoom.zoomBy(1 / ZOOM_STEP)} />
      </div>
      {images.length > 1 && (
        <div className="absolute inset-x-3 bottom-3 flex items-center justify-center gap-3">
          <Control icon="left" label="Previous image" onClick={() => step(-1)} />
          <p aria-hidden="true" className="min-w-14 rounded-full bg-page/85 py-1 text-center tabular">
            {index + 1} / {images.length}
          </p>
          <Control icon="right" label="Next image" onClick={() => step(1)} />
        </div>
      )}
      <p role="status" className="sr-only">
        Image {index + 1} of {images.length}
      </p>
    </dialog>
  )
}

function Control({ icon, label, onClick }: { icon: IconName; label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className="grid size-[44px] cursor-pointer place-items-center rounded-full bg-page/85 transition-colors duration-150 hover:bg-ground forced-colors:border"
    >
      <Icon name={icon} className="size-5" />
    </button>
  )
}
