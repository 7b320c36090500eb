// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { render } from '#web/testing/render.tsx'
import { setSingleKeys } from './shortcuts.ts'
import { useRowKeys } from './use-row-keys.ts'

function List() {
  const body = useRowKeys<HTMLTableSectionElement>()
  return (
    <>
      <input />
      <table>
        <tbody ref={body}>
          {['a', 'b', 'c'].map((name) => (
            <tr key={name}>
              <td>
                <input type="checkbox" />
                <a href={`#${name}`}>{name}</a>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

const press = (key: string, on: Element = document.activeElement ?? document.body) => {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
  on.dispatchEvent(event)
  const isLink = document.activeElement instanceof HTMLAnchorElement
  return [isLink ? document.activeElement?.textContent : '', event.defaultPrevented]
}

it('J and K move between the links of the rows, and so do the arrows from within a row', () => {
  const { container } = render(<List />)
  expect(press('ArrowDown')).toEqual(['', false])
  expect(press('j')).toEqual(['a', true])
  expect(press('j')).toEqual(['b', true])
  expect(press('ArrowDown')).toEqual(['c', true])
  expect(press('j')).toEqual(['c', false])
  expect(press('k')).toEqual(['b', true])
  expect(press('ArrowUp')).toEqual(['a', true])
  const [field] = container.querySelectorAll('input')
  field?.focus()
  expect(press('j')).toEqual(['', false])
})

it('is off with the other shortcuts of one key', () => {
  render(<List />)
  setSingleKeys(false)
  expect(press('j', document.body)[1]).toBe(false)
  setSingleKeys(true)
  expect(press('j', document.body)).toEqual(['a', true])
})
