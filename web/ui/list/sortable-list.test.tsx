// @vitest-environment happy-dom
import { act, useState } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { render } from '#web/testing/render.tsx'
import { SortableList } from './sortable-list.tsx'

const names = Array.from({ length: 40 }, (_, index) => `Row ${index + 1}`)
let container: HTMLElement

function Rows() {
  const [items, setItems] = useState(names)
  return (
    <SortableList
      label="Rows"
      items={items}
      keyOf={(name) => name}
      nameOf={(name) => name}
      onMove={setItems}
      numbered
    >
      {(name, handle) => (
        <>
          <b>{name}</b>
          {handle}
        </>
      )}
    </SortableList>
  )
}

beforeEach(() => {
  ;({ container } = render(<Rows />))
})

const order = () => [...container.querySelectorAll('b')].map(({ textContent }) => textContent)
const field = (name: string) =>
  container.querySelector<HTMLInputElement>(`[aria-label="Position of ${name}, 1 to 40"]`)!
const status = () => container.querySelector('[role=status]')?.textContent

function type(name: string, text: string) {
  const input = field(name)
  act(() => input.focus())
  act(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
  return input
}
const press = (input: HTMLInputElement, key: string) =>
  act(() => void input.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })))

it('moves a row to the typed position, announces it and keeps the focus on its field', () => {
  const input = type('Row 39', '2')
  press(input, 'Enter')
  expect(order().slice(0, 4)).toEqual(['Row 1', 'Row 39', 'Row 2', 'Row 3'])
  expect(status()).toBe('Row 39 is now 2 of 40')
  expect(document.activeElement).toBe(input)
  expect(input.value).toBe('2')
})

it('moves a row when its field is left, and lets the focus go on', () => {
  const input = type('Row 1', '9999')
  act(() => field('Row 3').focus())
  expect(order().at(-1)).toBe('Row 1')
  expect(input.value).toBe('40')
  expect(document.activeElement).toBe(field('Row 3'))
})

it('keeps the position for anything but a whole number', () => {
  for (const text of ['', 'x', '1.5']) press(type('Row 7', text), 'Enter')
  expect(order()).toEqual(names)
  expect(field('Row 7').value).toBe('7')
  press(type('Row 7', '0'), 'Enter')
  expect(order()[0]).toBe('Row 7')
})
