// @vitest-environment happy-dom
// @vitest-environment-options { "settings": { "disableIframePageLoading": true } }
import { act, useState } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { render } from '#web/testing/render.tsx'
import { PlayVideo } from './play-video.tsx'

const page = 'https://www.youtube.com/watch?v=aqz-KE-bpKQ'
const player = 'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?autoplay=1&rel=0'
const video = (isShown: boolean) => (
  <PlayVideo video={{ site: 'YouTube', page, player }} name="A mug" isShown={isShown} />
)

it('is a link to the page of the video, without a request to the other site', () => {
  const html = renderToStaticMarkup(video(true))
  expect(html).toContain(`<a href="${page}" target="_blank" rel="noopener"`)
  expect(html).toContain('aria-label="Play video: A mug (YouTube)"')
  expect(html).not.toContain('iframe')
})

/** Two images, of which the first is the poster. */
function Slides() {
  const [selected, select] = useState(0)
  return (
    <>
      {video(selected === 0)}
      <button type="button" onClick={() => select(1 - selected)}>
        Next image
      </button>
    </>
  )
}

it('loads the player after a press, and ends it when another image is selected', () => {
  render(<Slides />)
  const press = (selector: string) => act(() => document.querySelector<HTMLElement>(selector)?.click())
  const shown = () => document.querySelector('iframe')?.getAttribute('src') ?? null
  press('a')
  expect(shown()).toBe(player)
  press('button')
  expect(shown()).toBeNull()
  press('button')
  expect(shown()).toBeNull()
  expect(document.querySelector('a')?.getAttribute('href')).toBe(page)
})
