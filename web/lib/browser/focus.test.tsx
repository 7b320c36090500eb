// @vitest-environment happy-dom
import { act, useEffect, useState } from 'react'
import { expect, it } from 'vitest'
import { render } from '#web/testing/render.tsx'
import { useHeadingOnceGone } from './focus.ts'

let show = (_isShown: boolean) => {}
let leave = () => {}

function Page() {
  const [isShown, setShown] = useState(true)
  const onDone = useHeadingOnceGone(isShown)
  useEffect(() => {
    show = setShown
    leave = onDone
  }, [onDone])
  return (
    <>
      <h1 tabIndex={-1}>Order</h1>
      {isShown && <button type="button">Undo</button>}
      <input />
    </>
  )
}

/** The tag of what has the focus after these steps, which begin at the button. */
function focusAfter(...steps: (() => void)[]) {
  const { container, unmount } = render(<Page />)
  container.querySelector('button')!.focus()
  for (const step of steps) act(step)
  const { tagName } = document.activeElement!
  unmount()
  return tagName
}
const hide = () => show(false)
const done = () => leave()

it('the heading gets the focus once the button is gone and its action is done', () => {
  expect(focusAfter(done)).toBe('BUTTON')
  expect(focusAfter(done, hide)).toBe('H1')
  expect(focusAfter(hide, done)).toBe('H1')
})

it('neither a button that another person removes nor a focus elsewhere moves it', () => {
  expect(focusAfter(hide)).toBe('BODY')
  const goOn = () => document.querySelector('input')!.focus()
  expect(focusAfter(done, goOn, hide)).toBe('INPUT')
})
