// @vitest-environment happy-dom
import { act } from 'react'
import { expect, it, vi } from 'vitest'
import type { z } from 'zod'
import type { customFieldInput } from '#contract/custom-fields/custom-field.ts'
import { render } from '#web/testing/render.tsx'
import { ActionForm } from '../record-form/described-form.tsx'
import { keyFromName } from './custom-field-labels.ts'
import { describeNewField } from './describe-custom-field.tsx'

it.each([
  ['Warranty (months)', 'warranty_months'],
  ['2nd Size', 'nd_size'],
  ['Größe ', 'gro_e'],
  ['Café crème', 'cafe_creme'],
  ['आकार', ''],
  [`${'long '.repeat(8)}name`, 'long_long_long_long_long_long_long_long'],
])('makes a key from the name %s', (name, key) => expect(keyFromName(name)).toBe(key))

function renderForm() {
  const submit = vi.fn<(input: z.input<typeof customFieldInput>) => Promise<void>>().mockResolvedValue()
  const { container } = render(<ActionForm of={describeNewField()} action="Add" submit={submit} />)
  const controlOf = (label: string) => {
    const its = [...container.querySelectorAll('label')].find((one) => one.textContent.startsWith(label))
    return container.querySelector<HTMLInputElement | HTMLSelectElement>(`[id="${its?.htmlFor}"]`)
  }
  const change = (label: string, value: string) =>
    act(() => {
      const control = controlOf(label)!
      const prototype: unknown = Object.getPrototypeOf(control)
      Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(control, value)
      control.dispatchEvent(new Event('input', { bubbles: true }))
      control.dispatchEvent(new Event('change', { bubbles: true }))
    })
  const labels = () => [...container.querySelectorAll('label')].map(({ textContent }) => textContent)
  const send = () =>
    act(async () => {
      container.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
      await new Promise((resolve) => setTimeout(resolve))
    })
  return { submit, controlOf, change, labels, send, container }
}

it('suggests the key from the name until somebody types one', async () => {
  const { submit, controlOf, change, send } = renderForm()
  change('Name', 'Warranty period')
  expect(controlOf('Key')?.value).toBe('warranty_period')
  change('Key', 'warranty')
  change('Name', 'Guarantee')
  expect(controlOf('Key')?.value).toBe('warranty')
  await send()
  expect(submit.mock.calls[0]?.[0]).toEqual({
    subject: 'product',
    name: 'Guarantee',
    key: 'warranty',
    kind: 'text',
    target: null,
    choices: [],
    hint: '',
    isFilterable: false,
    isPublic: false,
    schemaProperty: null,
  })
})

it('shows only what fits the kind and the record', () => {
  const { change, labels, container } = renderForm()
  const common = ['Belongs to', 'Name', 'Key', 'Kind']
  const help = 'Help text (optional)'
  const isPublic = 'Show on the product page'
  const filter = 'Offer as a filter in the list'
  expect(labels()).toEqual([...common, help, filter, isPublic])
  act(() => container.querySelector<HTMLInputElement>('[name=isPublic]')?.click())
  expect(labels().at(-1)).toBe('Tell search engines as (optional)')
  change('Belongs to', 'order')
  change('Kind', 'choice')
  expect(labels()).toEqual([...common, 'Choices', help, filter])
  change('Kind', 'reference')
  expect(labels()).toEqual([...common, 'Leads to', help, filter])
  change('Kind', 'image')
  expect(labels()).toEqual([...common, help])
})
