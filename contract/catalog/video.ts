import type { Video } from './product-image.ts'

/** The hosts whose players a page may show; its security policy allows no others. */
export const videoPlayers = ['https://www.youtube-nocookie.com', 'https://player.vimeo.com'] as const

const youtube =
  /^(?:https?:\/\/)?(?:(?:www\.|m\.)?youtube(?:-nocookie)?\.com\/(?:watch\?(?:[^#]*&)?v=|embed\/|shorts\/|live\/)|youtu\.be\/)([\w-]{11})(?:[?&#/].*)?$/
const vimeo =
  /^(?:https?:\/\/)?(?:(?:www\.)?vimeo\.com\/|player\.vimeo\.com\/video\/)(\d{5,12})(?:\/([0-9a-f]{6,20})|\?(?:[^#]*&)?h=([0-9a-f]{6,20}))?(?:[?&#/].*)?$/

/** The video at the address of its page, of its player, or to share; undefined for any other address. */
export function readVideo(address: string): Video | undefined {
  const [, id] = youtube.exec(address) ?? []
  if (id !== undefined) {
    const page = `https://www.youtube.com/watch?v=${id}`
    return { site: 'YouTube', page, player: `${videoPlayers[0]}/embed/${id}?autoplay=1&rel=0` }
  }
  const [, number, inPath, inQuery] = vimeo.exec(address) ?? []
  if (number === undefined) return undefined
  // Unlisted videos have a hash.
  const hash = inPath ?? inQuery
  return {
    site: 'Vimeo',
    page: `https://vimeo.com/${number}${hash === undefined ? '' : `/${hash}`}`,
    player: `${videoPlayers[1]}/video/${number}?autoplay=1&dnt=1${hash === undefined ? '' : `&h=${hash}`}`,
  }
}

export const unknownVideo = 'Enter the address of a video on YouTube or Vimeo'
