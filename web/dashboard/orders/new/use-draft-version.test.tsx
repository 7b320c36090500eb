// @vitest-environment happy-dom
import { act, useEffect, useState } from 'react'
import { expect, it } from 'vitest'
import { getOrderDraft } from '#contract/orders/manual-order.ts'
import { render } from '#web/testing/render.tsx'
import { sampleOf } from '#web/testing/sample.ts'
import { useDraftVersion } from './use-draft-version.ts'

const draft = { ...sampleOf(getOrderDraft.answer).data, version: 1 }
const released = { ...draft, version: 2, heldUntil: null }
const edited = { ...draft, version: 2, request: { ...draft.request, note: 'Gift wrap' } }

function open() {
  let read = (_next: typeof draft) => {}
  let shown: ReturnType<typeof useDraftVersion> | undefined
  function Form() {
    const [latest, setLatest] = useState(draft)
    const current = useDraftVersion(latest)
    useEffect(() => {
      read = setLatest
      shown = current
    }, [current])
    return null
  }
  render(<Form />)
  return {
    version: () => shown?.version,
    read: (next: typeof draft) => act(() => read(next)),
    save: (save: () => Promise<void>) => act(async () => shown?.saving(save).catch(() => {})),
  }
}

it('a released hold does not stand in the way of saving', () => {
  const form = open()
  form.read(released)
  expect(form.version()).toBe(2)
})

it('what another person has saved is not saved over', async () => {
  const form = open()
  form.read(edited)
  expect(form.version()).toBe(1)
  await form.save(() => Promise.reject(new Error('version_conflict')))
  form.read({ ...edited, version: 3 })
  expect(form.version()).toBe(1)
})

it('goes on from what the form itself has saved', async () => {
  const form = open()
  await form.save(() => Promise.resolve())
  form.read(edited)
  expect(form.version()).toBe(2)
  form.read({ ...draft, version: 3 })
  expect(form.version()).toBe(2)
})
