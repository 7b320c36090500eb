// @vitest-environment happy-dom
import { act } from 'react'
import { expect, it } from 'vitest'
import { render } from '#web/testing/render.tsx'
import { TestPage } from '#web/testing/test-page.tsx'
import { OrderDialog } from './order-dialog.tsx'

const items = [
  [1, 'Home: Vases 10'],
  [2, 'Audio: Speakers'],
  [3, 'Home: Vases 9'],
] as const

it('sorts by name, announces it, and saves once, also with Ctrl+S', () => {
  const saved: number[][] = []
  const save = { isPending: false, error: null, mutate: (ids: number[]) => void saved.push(ids) }
  const dialog = <OrderDialog title="Order" items={items} save={save as never} onClose={() => {}} />
  const { container } = render(<TestPage>{dialog}</TestPage>)
  const press = (text: string) =>
    act(() =>
      [...container.querySelectorAll('button')].find((button) => button.textContent === text)?.click(),
    )
  press('Sort by name')
  expect([...container.querySelectorAll('[role=status]')].map(({ textContent }) => textContent)).toContain(
    'Sorted by name',
  )
  expect(saved).toEqual([])
  press('Save order')
  act(() => {
    const options = { key: 's', ctrlKey: true, bubbles: true, cancelable: true }
    container.querySelector('input')?.dispatchEvent(new KeyboardEvent('keydown', options))
  })
  expect(saved).toEqual([
    [2, 3, 1],
    [2, 3, 1],
  ])
})
