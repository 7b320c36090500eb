// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { render } from '#web/testing/render.tsx'
import { keepNestedEnter } from './nested-enter.ts'

it.each([
  ['Name', true],
  ['Value', false],
  ['Units', false],
  ['Price', false],
  ['Restock', true],
])('Enter in %s reaches the form: %s', (label, reaches) => {
  render(
    <form aria-label="Product" onKeyDown={keepNestedEnter}>
      <input aria-label="Name" />
      <fieldset>
        <input aria-label="Value" />
        <input aria-label="Restock" type="checkbox" />
      </fieldset>
      <ul>
        <li>
          <input aria-label="Units" type="number" />
        </li>
      </ul>
      <table>
        <tbody>
          <tr>
            <td>
              <input aria-label="Price" />
            </td>
          </tr>
        </tbody>
      </table>
    </form>,
  )
  const field = document.querySelector(`[aria-label=${label}]`)
  const press = (key: string) =>
    field?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  expect(press('Enter')).toBe(reaches)
  expect(press('a')).toBe(true)
})
