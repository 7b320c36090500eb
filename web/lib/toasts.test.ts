// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { currentToasts, dismissToast, handOverToasts, showToast, subscribeToToasts } from './toasts.ts'

it('keeps the newest 20 toasts, successes for 2 s and others for 4 s', () => {
  let changes = 0
  const unsubscribe = subscribeToToasts(() => changes++)
  for (let number = 1; number <= 25; number++) showToast('info', `Message ${number}`)
  showToast('success', 'Done')
  expect(changes).toBe(26)
  const visible = currentToasts()
  expect(visible).toHaveLength(20)
  expect(visible[0]?.text).toBe('Message 7')
  expect(visible.at(-1)).toMatchObject({ text: 'Done', durationMs: 2000 })
  expect(visible[0]?.durationMs).toBe(4000)
  for (const { id } of visible) dismissToast(id)
  expect(currentToasts()).toEqual([])
  unsubscribe()
})

it('removes errors when something succeeds', () => {
  showToast('error', 'Choose another password')
  showToast('info', 'Back online')
  showToast('success', 'Registration successful')
  expect(currentToasts().map(({ text }) => text)).toEqual(['Back online', 'Registration successful'])
  for (const { id } of currentToasts()) dismissToast(id)
})

it('shows a repeated message once, unless it has a button of its own', () => {
  const undo = { name: 'Undo', run: () => undefined }
  showToast('success', 'Saved')
  showToast('success', 'Removed', undo)
  showToast('success', 'Saved')
  showToast('success', 'Removed', undo)
  expect(currentToasts().map(({ text }) => text)).toEqual(['Removed', 'Saved', 'Removed'])
  for (const { id } of currentToasts()) dismissToast(id)
})

it('hands its newest message without a button to the next document, once', () => {
  const clear = () => {
    for (const { id } of currentToasts()) dismissToast(id)
  }
  const openNext = (end: () => void) => {
    dispatchEvent(new Event('pagehide'))
    end()
    clear()
    return handOverToasts()
  }
  clear()
  const first = handOverToasts()
  showToast('success', 'First')
  showToast('success', 'Second')
  showToast('info', 'Undo?', { name: 'Undo', run: () => undefined })
  const second = openNext(first)
  expect(currentToasts().map(({ text }) => text)).toEqual(['Second'])
  openNext(second)()
  expect(currentToasts()).toEqual([])
})
