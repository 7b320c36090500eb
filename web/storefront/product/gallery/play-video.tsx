import { useState } from 'react'
import type { Video } from '#contract/catalog/product-image.ts'
import { Icon } from '#web/ui/icon.tsx'

interface PlayVideoProps {
  video: Video
  name: string
  /** Whether the image is the selected one. A video that is scrolled away stops. */
  isShown: boolean
}

/**
 * A link over the poster. A press loads the player in its place: until then no request goes to the other site. Without
 * JavaScript it leads to the page of the video.
 */
export function PlayVideo({ video, name, isShown }: PlayVideoProps) {
  const [isPlaying, setPlaying] = useState(false)
  if (isPlaying && !isShown) setPlaying(false)
  if (isPlaying && isShown) {
    return (
      <iframe
        src={video.player}
        title={`Video: ${name}`}
        allow="autoplay; fullscreen"
        referrerPolicy="strict-origin-when-cross-origin"
        className="absolute inset-0 size-full bg-ink"
      />
    )
  }
  return (
    <a
      href={video.page}
      target="_blank"
      rel="noopener"
      tabIndex={isShown ? 0 : -1}
      aria-label={`Play video: ${name} (${video.site})`}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        setPlaying(true)
      }}
      className="absolute bottom-3 left-3 flex min-h-11 items-center gap-2 rounded-full bg-page/90 py-1 pr-4 pl-3 text-sm transition-colors duration-150 hover:bg-page forced-colors:border"
    >
      <Icon name="play" filled className="size-5" />
      <span>
        Play <span className="text-quiet">on {video.site}</span>
      </span>
    </a>
  )
}
