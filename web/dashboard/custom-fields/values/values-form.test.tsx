// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it, vi } from 'vitest'
import { customField, type CustomField, type CustomFieldKind } from '#contract/custom-fields/custom-field.ts'
import { render } from '#web/testing/render.tsx'
import { sampleOf } from '#web/testing/sample.ts'
import { TestPage } from '#web/testing/test-page.tsx'
import { changedValues, recordOf } from './describe-values.tsx'
import { CustomFieldsPanel } from './custom-fields-panel.tsx'

const field = (key: string, kind: CustomFieldKind, more: Partial<CustomField> = {}): CustomField => ({
  ...sampleOf(customField),
  key,
  kind,
  name: key,
  hint: '',
  choices: [],
  target: null,
  ...more,
})

const fields = [
  field('wood', 'choice', { choices: ['Oak', 'Ash'] }),
  field('warranty', 'number', { hint: 'In months' }),
  field('deposit', 'money'),
  field('since', 'date'),
  field('vegan', 'yes_no'),
  field('maker', 'link'),
  field('note', 'text'),
]
const values = { wood: 'Oak', warranty: 24, deposit: 499.5, vegan: true, note: 'Soft' }

const MAX_TURNS = 1000

type Answer = [status: number, body: object]

/** Renders the panel; `answers` are those of the changes, one after another. */
function renderPanel(node: ReactNode, { read, answers = [] }: { read: object[]; answers?: Answer[] }) {
  const sent: object[] = []
  const reads: string[] = []
  vi.stubGlobal('fetch', (url: string, { method = 'GET', body }: RequestInit = {}) => {
    if (method === 'GET') reads.push(url)
    if (method === 'GET')
      return Promise.resolve(Response.json({ data: read.length > 1 ? read.shift() : read[0] }))
    const [status, answer] = answers[sent.length] ?? [200, { message: 'Saved' }]
    sent.push(JSON.parse(body as string) as object)
    return Promise.resolve(Response.json(answer, { status }))
  })
  const page = (
    <TestPage shop={{ currency: 'INR', locale: 'en-IN', timeZone: 'Asia/Kolkata' }}>{node}</TestPage>
  )
  const { container } = render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={createMemoryRouter([{ path: '*', element: page }])} />
    </QueryClientProvider>,
  )
  /** Waits in turns, because React renders at the end of each. Two turns at once would leave it waiting in other tests. */
  const settled = async (isReached: () => unknown) => {
    for (let turn = 0; turn === 0 || !isReached(); turn += 1) {
      if (turn > MAX_TURNS) throw new Error(container.innerHTML)
      await act(() => new Promise((resolve) => setTimeout(resolve, 1)))
    }
  }
  const control = (key: string) =>
    container.querySelector<HTMLInputElement | HTMLSelectElement>(`[name="values.${key}"]`)
  const type = (key: string, text: string) => {
    control(key)!.value = text
    control(key)!.dispatchEvent(new Event('input', { bubbles: true }))
  }
  /** Edits and saves, and waits for what follows. */
  async function save(edit: () => void, isReached: () => unknown) {
    act(() => {
      edit()
      container.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
    })
    await settled(isReached)
  }
  return { container, control, type, save, sent, settled, reads }
}

const stored = (version: number, changes: object = {}) => ({
  fields,
  records: [{ id: 7, version, values: { ...values, ...changes } }],
})

it('shows the stored values, and saves those that were changed', async () => {
  const { container, control, type, save, sent, settled } = renderPanel(
    <CustomFieldsPanel subject="customer" id={7} />,
    { read: [stored(3)] },
  )
  await settled(() => control('wood'))
  expect(fields.map(({ key }) => control(key)?.value)).toEqual(['Oak', '24', '499.5', '', 'true', '', 'Soft'])
  const hint = control('warranty')?.getAttribute('aria-describedby') ?? ''
  expect(container.querySelector(`[id="${hint}"]`)?.textContent).toBe('In months')
  await save(
    () => {
      type('wood', 'Ash')
      type('warranty', ' ')
      type('deposit', '1,200')
      type('since', '2026-11-27')
      type('vegan', 'false')
      type('maker', 'https://oak.example')
    },
    () => sent.length > 0,
  )
  expect(sent).toEqual([
    {
      subject: 'customer',
      id: 7,
      version: 3,
      values: {
        wood: 'Ash',
        warranty: null,
        deposit: 1200,
        since: '2026-11-27',
        vegan: false,
        maker: 'https://oak.example',
      },
    },
  ])
})

it('shows what is wrong at its field', async () => {
  const refused = { path: 'values.deposit', message: 'INR amounts have at most 2 decimals' }
  const refusal = { message: refused.message, code: 'invalid_input', issues: [refused] }
  const { container, control, type, save, sent, settled } = renderPanel(
    <CustomFieldsPanel subject="order" id={7} />,
    { read: [stored(3)], answers: [[400, refusal]] },
  )
  const isAt = (key: string, error: RegExp) => () => {
    const [id] = (control(key)?.getAttribute('aria-describedby') ?? '').split(' ').slice(-1)
    return error.test(container.querySelector(`[id="${id}"]`)?.textContent ?? '')
  }
  await settled(() => control('wood'))
  await save(() => type('warranty', 'long'), isAt('warranty', /^Enter a number$/))
  await save(
    () => {
      type('warranty', '24')
      type('maker', 'oak.example')
    },
    isAt('maker', /^Enter a web address/),
  )
  expect(sent).toEqual([])
  await save(
    () => {
      type('maker', '')
      type('deposit', '1.005')
    },
    isAt('deposit', /at most 2 decimals/),
  )
  expect(control('deposit')?.value).toBe('1.005')
})

it('sends nothing if nothing was changed', () => {
  const record = recordOf(fields, { values, version: 3 })
  expect(changedValues(fields, record, record)).toEqual({})
})

it('asks after another person’s change, and sends only what this one changed', async () => {
  const conflict = {
    message: 'Asha has edited this.',
    code: 'version_conflict',
    issues: [{ path: 'warranty', message: 'Changed by Asha' }],
  }
  const { container, control, type, save, sent, settled } = renderPanel(
    <CustomFieldsPanel subject="product" id={7} />,
    { read: [stored(3), stored(4, { warranty: 36 })], answers: [[409, conflict]] },
  )
  await settled(() => control('wood'))
  const dialogOf = () => container.querySelector('dialog')
  await save(() => type('note', 'Hard'), dialogOf)
  const dialog = dialogOf()
  expect(dialog?.querySelector('fieldset')?.textContent).toBe(
    'warrantyChanged by AshaKeep mine24Use theirs36',
  )
  act(() => [...(dialog?.querySelectorAll('button') ?? [])].at(-1)?.click())
  await settled(() => sent.length > 1)
  expect(sent[1]).toEqual({ subject: 'product', id: 7, version: 4, values: { note: 'Hard' } })
})

it('shows nothing if the shop has no such fields', async () => {
  const variants = [{ id: 7, name: 'Sage' }]
  const { container, settled, reads } = renderPanel(
    <CustomFieldsPanel subject="product" id={7} variants={variants} />,
    { read: [{ fields: [], records: [{ id: 7, version: 0, values: {} }] }] },
  )
  await settled(() => reads.length === 2)
  expect(reads.map((url) => new URL(url, 'http://shop').searchParams.get('subject'))).toEqual([
    'product',
    'variant',
  ])
  expect(container.textContent).toBe('')
})
