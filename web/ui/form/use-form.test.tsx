// @vitest-environment happy-dom
import { act, useLayoutEffect } from 'react'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ApiError } from '#web/lib/api.ts'
import { render } from '#web/testing/render.tsx'
import { useForm, type FormState } from './use-form.ts'

const schema = z.strictObject({
  name: z.string().min(1, 'Enter a name'),
  email: z.string().includes('@', { message: 'Enter an email address' }),
})

type Options = Parameters<typeof useForm<typeof schema>>[0]

/** Renders a form with two fields. `form()` is its latest state, `sent` has all submitted inputs. */
function renderForm(options: Partial<Options> = {}) {
  const sent: unknown[] = []
  const latest: { form?: FormState } = {}
  function TestForm() {
    const form = useForm({
      schema,
      submit(input) {
        sent.push(input)
        return Promise.resolve()
      },
      ...options,
    })
    useLayoutEffect(() => {
      latest.form = form
    })
    return (
      <form {...form.props}>
        {form.message && <p data-form-error>{form.message}</p>}
        {['name', 'email'].map((name) => {
          const { error, defaultValue } = form.field(name)
          return (
            <input
              key={name}
              name={name}
              defaultValue={defaultValue}
              aria-invalid={error ? true : undefined}
              title={error}
            />
          )
        })}
        <button type="submit">Save</button>
      </form>
    )
  }
  const { container } = render(<TestForm />)
  const element = (selector: string) => container.querySelector<HTMLElement>(selector)!
  const input = (name: string) => element(`[name=${name}]`) as HTMLInputElement
  return {
    sent,
    input,
    form: () => latest.form!,
    type: (name: string, text: string) =>
      act(() => {
        input(name).value = text
        input(name).dispatchEvent(new Event('input', { bubbles: true }))
      }),
    /** Submits like a press on the focused button. */
    submit: () =>
      act(() => {
        element('button').focus()
        element('form').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
        return new Promise((resolve) => setTimeout(resolve))
      }),
  }
}

/** Ends a request and waits for the renders that follow. */
const settle = (end: () => void) =>
  act(() => {
    end()
    return new Promise((resolve) => setTimeout(resolve))
  })

const valid = { name: 'Asha', email: 'asha@example.com' }

function fillIn({ type }: ReturnType<typeof renderForm>, values = valid) {
  for (const [name, text] of Object.entries(values)) type(name, text)
}

describe('useForm', () => {
  it('shows the issues of the schema, focuses the first and sends nothing', async () => {
    const page = renderForm()
    await page.submit()
    expect(page.input('name').title).toBe('Enter a name')
    expect(page.input('email').title).toBe('Enter an email address')
    expect(document.activeElement).toBe(page.input('name'))
    expect(page.sent).toEqual([])
  })

  it('clears the issue of a field when it is edited', async () => {
    const page = renderForm()
    await page.submit()
    page.type('name', 'Asha')
    expect(page.input('name').title).toBe('')
    expect(page.input('email').title).toBe('Enter an email address')
  })

  it('sends the fields and is no longer dirty', async () => {
    const page = renderForm()
    expect(page.form().isDirty).toBe(false)
    fillIn(page)
    expect(page.form().isDirty).toBe(true)
    await page.submit()
    expect(page.sent).toEqual([valid])
    expect(page.form().isDirty).toBe(false)
  })

  it('sends what `read` makes of the fields', async () => {
    const page = renderForm({ read: ({ name, email }) => ({ name, email: `${email}@example.com` }) })
    fillIn(page, { name: 'Asha', email: 'asha' })
    await page.submit()
    expect(page.sent).toEqual([valid])
  })

  it('stops at an issue of `check` before it validates', async () => {
    const messages: string[] = []
    const page = renderForm({
      check: () => ({ path: 'email', message: 'Confirm the prices' }),
      onInvalid: (message) => messages.push(message),
    })
    await page.submit()
    expect(page.input('name').title).toBe('')
    expect(document.activeElement).toBe(page.input('email'))
    expect(messages).toEqual(['Confirm the prices'])
  })

  it('is busy and ignores further submits until the first has ended', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    let calls = 0
    const page = renderForm({
      submit() {
        calls++
        return promise
      },
    })
    fillIn(page)
    await page.submit()
    await page.submit()
    expect(page.form().busy).toBe(true)
    await settle(resolve)
    expect(page.form().busy).toBe(false)
    expect(calls).toBe(1)
  })

  it('shows the issues of the server at their fields and keeps the typed values', async () => {
    const issues = [{ path: 'email', message: 'This email is already in use' }]
    const page = renderForm({
      submit: () => Promise.reject(new ApiError(400, { code: 'invalid', message: 'Invalid input', issues })),
    })
    fillIn(page)
    await page.submit()
    expect(page.input('email').title).toBe('This email is already in use')
    expect(page.input('email').value).toBe(valid.email)
    expect(document.activeElement).toBe(page.input('email'))
    expect(page.form().isDirty).toBe(true)
  })

  it.each([
    [new ApiError(409, { code: 'taken', message: 'Too late' }), 'Too late'],
    [new ApiError(0, { code: 'offline', message: 'Offline' }), 'Please try again'],
    [new Error('Choose another total'), 'Choose another total'],
    [new TypeError('x is undefined'), 'Please try again'],
  ])('shows a message for %s', async (reason, message) => {
    const failures: string[] = []
    const page = renderForm({
      submit: () => Promise.reject(reason),
      fallback: 'Please try again',
      onFailed: (text) => failures.push(text),
    })
    fillIn(page)
    await page.submit()
    expect(page.form().message).toBe(message)
    expect(failures).toEqual([message])
  })

  it('leaves the focus where the user has moved it during the request', async () => {
    const { promise, reject } = Promise.withResolvers<void>()
    const page = renderForm({ submit: () => promise })
    const elsewhere = document.body.appendChild(document.createElement('input'))
    fillIn(page)
    await page.submit()
    elsewhere.focus()
    const issues = [{ path: 'name', message: 'Too short' }]
    await settle(() => reject(new ApiError(400, { code: 'invalid', message: 'Invalid input', issues })))
    expect(page.input('name').title).toBe('Too short')
    expect(document.activeElement).toBe(elsewhere)
    elsewhere.remove()
  })

  it('shows a refusal of the server-rendered page with its values', async () => {
    const page = renderForm({
      refused: {
        message: 'Invalid input',
        issues: [{ path: 'email', message: 'Enter an email address' }],
        values: { name: 'Asha', email: 'asha' },
      },
    })
    expect(page.input('name').value).toBe('Asha')
    expect(page.input('email').title).toBe('Enter an email address')
    expect(document.activeElement).toBe(page.input('email'))
  })

  it('adds an issue that no field shows to the message', async () => {
    const issues = [{ path: 'token', message: 'Invalid token' }]
    const page = renderForm({
      submit: () => Promise.reject(new ApiError(400, { code: 'invalid', message: 'Invalid input', issues })),
    })
    fillIn(page)
    await page.submit()
    expect(page.form().message).toBe('Invalid input · Invalid token')
  })
})
