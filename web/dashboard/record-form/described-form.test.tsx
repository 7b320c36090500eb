// @vitest-environment happy-dom
import { act } from 'react'
import { expect, it, vi } from 'vitest'
import { z } from 'zod'
import { render } from '#web/testing/render.tsx'
import { describeForm } from './describe-form.ts'
import { ActionForm } from './described-form.tsx'
import { select, text } from './fields.tsx'

const of = describeForm(z.object({ note: z.string(), kind: z.enum(['note', 'message']) }), {
  note: text('Note'),
  kind: select(
    'Kind',
    [
      ['note', 'Note'],
      ['message', 'Message'],
    ],
    { isState: true, initial: 'note' },
  ),
})

it('is empty again once it was sent, and keeps what is typed after a refusal', async () => {
  const submit = vi
    .fn<(input: z.input<typeof of.schema>) => Promise<string>>()
    .mockRejectedValueOnce(new Error('Not now.'))
  submit.mockResolvedValue('Added')
  const onDone = vi.fn<(answer: string) => void>()
  const { container } = render(<ActionForm of={of} action="Add" submit={submit} onDone={onDone} />)
  const note = () => container.querySelector<HTMLInputElement>('input')
  const kind = () => container.querySelector('select')
  const send = () =>
    act(async () => {
      container.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
      await new Promise((resolve) => setTimeout(resolve))
    })
  act(() => {
    note()!.value = 'Call back'
    kind()!.value = 'message'
    kind()!.dispatchEvent(new Event('change', { bubbles: true }))
  })

  await send()
  expect(container.textContent).toContain('Not now.')
  expect([note()?.value, kind()?.value]).toEqual(['Call back', 'message'])
  expect(onDone).not.toHaveBeenCalled()

  await send()
  expect(submit).toHaveBeenLastCalledWith({ note: 'Call back', kind: 'message' })
  expect(onDone).toHaveBeenCalledWith('Added')
  expect([note()?.value, kind()?.value]).toEqual(['', 'note'])
})
