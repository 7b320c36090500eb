// @vitest-environment happy-dom
import { act, useLayoutEffect, useState } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ApiError } from '#web/lib/api.ts'
import { clearFormDrafts, hasUnsavedText } from '#web/lib/form-drafts.ts'
import { render } from '#web/testing/render.tsx'
import { Form } from '../form.tsx'
import { useForm, type FormState } from '../use-form.ts'
import { DraftHook, DraftOwner } from './drafts.ts'
import { useDraft } from './use-draft.ts'

const schema = z.object({ title: z.string(), body: z.string() })

interface Settings {
  owner?: string
  version?: number
  /** The rows of a controlled list. */
  rows?: string[]
  submit?(start: unknown): Promise<void>
  /** The options of the select load late. */
  hasOptions?: boolean
}

/** Renders a form with plain, controlled and secret fields. `form()` is its latest state. */
function renderForm({
  owner = '7',
  version = 1,
  rows: first = ['a'],
  submit,
  hasOptions = true,
}: Settings = {}) {
  const latest: { form?: FormState; rows?: string[]; addRow?: () => void; load?: () => void } = {}
  function TestForm() {
    const [rows, setRows] = useState(first)
    const [body, setBody] = useState('')
    const [isLoaded, setLoaded] = useState(hasOptions)
    const form = useForm({
      schema,
      draft: {
        name: 'page 3',
        start: { version },
        state: { value: rows, restore: (value) => setRows(value as string[]) },
      },
      submit: (_input, _files, start) => submit?.(start) ?? Promise.resolve(),
    })
    useLayoutEffect(() => {
      Object.assign(latest, {
        form,
        rows,
        load: () => setLoaded(true),
        addRow() {
          setRows([...rows, 'b'])
          form.markDirty()
        },
      })
    })
    return (
      <Form form={form} action="Save" busyAction="Saving…">
        <input name="title" defaultValue="Stored" />
        <input name="body" value={body} onChange={({ target }) => setBody(target.value)} />
        <input name="pin" type="password" autoComplete="current-password" />
        <input name="shown" type="checkbox" defaultChecked />
        <select key={String(isLoaded)} name="kind" defaultValue="x">
          {isLoaded && (
            <>
              <option value="x">X</option>
              <option value="y">Y</option>
            </>
          )}
        </select>
        {rows.map((row, index) => (
          <input
            key={index}
            name={`rows.${index}`}
            value={row}
            onChange={({ target }) => setRows(rows.map((one, at) => (at === index ? target.value : one)))}
          />
        ))}
      </Form>
    )
  }
  const { container, unmount } = render(
    <DraftHook value={useDraft}>
      <DraftOwner value={owner}>
        <TestForm />
      </DraftOwner>
    </DraftHook>,
  )
  const control = (name: string) => container.querySelector<HTMLInputElement>(`[name="${name}"]`)!
  const button = (text: string) =>
    [...container.querySelectorAll('button')].find(({ textContent }) => textContent === text)
  return {
    control,
    unmount,
    form: () => latest.form!,
    rows: () => latest.rows,
    texts: () => ['title', 'body', 'kind'].map((name) => control(name).value),
    addRow: () => settle(() => latest.addRow!()),
    loadOptions: () => settle(() => latest.load!()),
    type: (name: string, text: string) =>
      settle(() => {
        const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control(name)), 'value')?.set
        setter?.call(control(name), text)
        control(name).dispatchEvent(new Event('input', { bubbles: true }))
        control(name).dispatchEvent(new Event('change', { bubbles: true }))
      }),
    press: (text: string) => settle(() => button(text)!.click()),
    notice: () => container.textContent.includes('Restored what you had typed.'),
    submit: () =>
      settle(() => {
        container
          .querySelector('form')!
          .dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
      }),
  }
}

/** Waits for the renders and for the draft to be stored. */
const settle = (change: () => void) =>
  act(async () => {
    change()
    for (let turns = 3; turns > 0; turns--) await new Promise((resolve) => setTimeout(resolve, 2))
  })

beforeEach(() => clearFormDrafts())

/** Types into every kind of field, and leaves the page. */
async function typeAndReload(settings: Settings = {}) {
  const before = renderForm(settings)
  await before.type('title', 'Typed')
  await before.type('body', 'Long text')
  await before.type('kind', 'y')
  await before.type('pin', 'secret')
  await settle(() => before.control('shown').click())
  await before.addRow()
  await before.type('rows.1', 'new')
  expect(hasUnsavedText()).toBe(true)
  before.unmount()
  expect(hasUnsavedText()).toBe(false)
}

describe('a draft', () => {
  it('restores fields and lists, but no secrets, and can be discarded', async () => {
    await typeAndReload()
    expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain('secret')
    const after = renderForm()
    await settle(() => undefined)
    expect(after.notice()).toBe(true)
    expect(after.texts()).toEqual(['Typed', 'Long text', 'y'])
    expect(after.control('shown').checked).toBe(false)
    expect(after.rows()).toEqual(['a', 'new'])
    expect(after.form().isDirty).toBe(true)
    expect(hasUnsavedText()).toBe(true)

    await after.press('Discard')
    expect(after.notice()).toBe(false)
    expect(after.texts()).toEqual(['Stored', '', 'x'])
    expect(after.control('shown').checked).toBe(true)
    expect(after.rows()).toEqual(['a'])
    expect(after.form().isDirty).toBe(false)
    expect(hasUnsavedText()).toBe(false)
    after.unmount()
    expect(renderForm().notice()).toBe(false)
  })

  it('waits for options that load later, also to be discarded', async () => {
    await typeAndReload()
    const after = renderForm({ hasOptions: false })
    await settle(() => undefined)
    await after.loadOptions()
    expect(after.control('kind').value).toBe('y')
    await after.press('Discard')
    expect(after.control('kind').value).toBe('x')
  })

  it('belongs to one account', async () => {
    await typeAndReload()
    expect(renderForm({ owner: '8' }).notice()).toBe(false)
    expect(renderForm().notice()).toBe(true)
  })

  it('is saved on top of the record that it was typed for, and is then gone', async () => {
    await typeAndReload({ version: 4 })
    const starts: unknown[] = []
    let refuses = true
    const after = renderForm({
      version: 5,
      submit(start) {
        starts.push(start)
        return refuses
          ? Promise.reject(new ApiError(0, { code: 'offline', message: 'No line' }))
          : Promise.resolve()
      },
    })
    await after.submit()
    expect(hasUnsavedText()).toBe(true)
    refuses = false
    await after.submit()
    expect(starts).toEqual([{ version: 4 }, { version: 4 }])
    expect(hasUnsavedText()).toBe(false)
    expect(after.notice()).toBe(false)
    // What is typed after saving is a new draft.
    await after.type('title', 'Again')
    expect(hasUnsavedText()).toBe(true)
    after.unmount()
    expect(renderForm().control('title').value).toBe('Again')
  })

  it('does not return to a form that fills again while it is saved', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const submit = () => {
      begun.resolve()
      return promise
    }
    const before = renderForm({ submit })
    await before.type('title', 'Typed')
    await before.submit()
    await begun.promise
    before.unmount()
    const after = renderForm()
    expect(after.notice()).toBe(false)
    await settle(resolve)
    expect(hasUnsavedText()).toBe(false)
  })

  it('has the last letter that was typed before the page was left', async () => {
    const before = renderForm()
    const typing = before.type('title', 'Typed')
    dispatchEvent(new Event('pagehide'))
    before.unmount()
    await typing
    expect(renderForm().control('title').value).toBe('Typed')
  })

  it('is gone once the text is as before', async () => {
    const page = renderForm()
    await page.type('title', 'Typed')
    await page.type('title', 'Stored')
    expect(hasUnsavedText()).toBe(false)
    // Other tests share this storage.
    expect(Object.keys(sessionStorage).filter((name) => name.startsWith('draft '))).toEqual([])
  })
})
