import { expect, it } from 'vitest'
import { readVideo } from './video.ts'

it.each([
  'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
  'https://www.youtube.com/watch?app=desktop&v=aqz-KE-bpKQ&t=12s',
  'https://m.youtube.com/watch?v=aqz-KE-bpKQ',
  'youtube.com/shorts/aqz-KE-bpKQ?feature=share',
  'https://youtu.be/aqz-KE-bpKQ?si=x_y',
  'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?rel=0',
])('reads %s', (address) =>
  expect(readVideo(address)).toEqual({
    site: 'YouTube',
    page: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
    player: 'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?autoplay=1&rel=0',
  }),
)

it.each([
  ['https://vimeo.com/76979871', ''],
  ['https://player.vimeo.com/video/76979871?dnt=1', ''],
  ['https://vimeo.com/76979871/8272103f6e', '8272103f6e'],
  ['https://player.vimeo.com/video/76979871?title=0&h=8272103f6e', '8272103f6e'],
])('reads %s', (address, hash) =>
  expect(readVideo(address)).toEqual({
    site: 'Vimeo',
    page: `https://vimeo.com/76979871${hash && `/${hash}`}`,
    player: `https://player.vimeo.com/video/76979871?autoplay=1&dnt=1${hash && `&h=${hash}`}`,
  }),
)

it.each([
  '',
  'mug.mp4',
  'https://example.com/watch?v=aqz-KE-bpKQ',
  'https://youtube.com.example/watch?v=aqz-KE-bpKQ',
  'https://example.com/?https://youtu.be/aqz-KE-bpKQ',
  'javascript:alert(1)//youtu.be/aqz-KE-bpKQ',
  'https://www.youtube.com/watch?v=short',
  'https://www.youtube.com/@channel',
  'https://vimeo.com/channels/staffpicks',
  `https://vimeo.com/${'1'.repeat(300)}`,
])('refuses %j', (address) => expect(readVideo(address)).toBeUndefined())
