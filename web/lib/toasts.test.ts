import { expect, it } from 'vitest'
import { currentToasts, dismissToast, showToast, subscribeToToasts } from './toasts.ts'

it('keeps the newest 20, a success for 2 s and others for 4 s, until they are dismissed', () => {
  let changes = 0
  const stop = subscribeToToasts(() => changes++)
  for (let number = 1; number <= 25; number++) showToast('info', `Message ${number}`)
  showToast('success', 'Done')
  expect(changes).toBe(26)
  const held = currentToasts()
  expect(held).toHaveLength(20)
  expect(held[0]?.text).toBe('Message 7')
  expect(held.at(-1)).toMatchObject({ text: 'Done', duration: 2000 })
  expect(held[0]?.duration).toBe(4000)
  for (const { id } of held) dismissToast(id)
  expect(currentToasts()).toEqual([])
  stop()
})
