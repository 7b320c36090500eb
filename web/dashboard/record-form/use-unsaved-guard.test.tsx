// @vitest-environment happy-dom
import { act, useRef, type ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it } from 'vitest'
import { render } from '#web/testing/render.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { useUnsavedGuard } from './use-unsaved-guard.tsx'

/** Renders a page with these elements. `saved` has the names of the forms and dialogs that were saved. */
function renderPage(page: (saved: string[]) => ReactNode) {
  const saved: string[] = []
  const router = createMemoryRouter([{ path: '/', element: page(saved) }])
  const { container } = render(<RouterProvider router={router} />)
  /** Presses Ctrl+S where the focus is. Returns whether the browser would open its own save dialog. */
  const press = (selector: string, options: KeyboardEventInit = {}) =>
    act(async () => {
      const event = new KeyboardEvent('keydown', {
        key: 's',
        ctrlKey: true,
        bubbles: true,
        cancelable: true,
        ...options,
      })
      container.querySelector(selector)?.dispatchEvent(event)
      await Promise.resolve()
      return event.defaultPrevented
    })
  return { saved, press }
}

function Form({ name, saved, isDirty = true }: { name: string; saved: string[]; isDirty?: boolean }) {
  const form = useRef<HTMLFormElement>(null)
  const guard = useUnsavedGuard({ ref: form, isDirty, draft: { remove: () => undefined } })
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault()
        saved.push(name)
      }}
    >
      <input name={name} />
      {guard}
    </form>
  )
}

it('saves the forms with changes, once for a held key', async () => {
  const { saved, press } = renderPage((log) => (
    <>
      <Form name="first" saved={log} />
      <Form name="second" saved={log} />
      <Form name="third" saved={log} isDirty={false} />
    </>
  ))
  expect(await press('[name=first]')).toBe(true)
  expect(await press('[name=first]', { repeat: true })).toBe(true)
  expect(await press('[name=first]', { altKey: true })).toBe(false)
  expect(saved).toEqual(['first', 'second'])
})

it('saves a form in the dialog and none behind it', async () => {
  const { saved, press } = renderPage((log) => (
    <>
      <Form name="behind" saved={log} />
      <Dialog title="Edit" onClose={() => {}}>
        <Form name="inside" saved={log} />
      </Dialog>
    </>
  ))
  expect(await press('[name=inside]')).toBe(true)
  expect(saved).toEqual(['inside'])
})

it('runs the main action of a dialog if it saves, and is ignored in any other dialog', async () => {
  const { saved, press } = renderPage((log) => (
    <>
      <Form name="behind" saved={log} />
      <Dialog title="Order" onClose={() => {}} onSave={() => log.push('order')}>
        <input id="order" aria-label="Order" />
      </Dialog>
    </>
  ))
  await press('#order')
  await press('#order', { repeat: true })
  expect(saved).toEqual(['order'])

  const other = renderPage((log) => (
    <>
      <Form name="behind" saved={log} />
      <Dialog title="Order" onClose={() => {}} onSave={() => log.push('order')}>
        <Dialog title="Delete?" onClose={() => {}}>
          <input id="delete" aria-label="Delete" />
        </Dialog>
      </Dialog>
    </>
  ))
  expect(await other.press('#delete')).toBe(true)
  expect(other.saved).toEqual([])
})
