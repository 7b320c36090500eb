import { data, redirect, type RouterContextProvider } from 'react-router'
import type { Endpoint, ErrorAnswer, PostedForm, Submitted } from '#contract/endpoint.ts'
import { postedFormContext } from './page-context.ts'

/** A refused form, with all that the page needs to show it again. */
export interface RefusedForm {
  message: string
  code?: string | undefined
  issues: NonNullable<ErrorAnswer['issues']>
  /** The typed values without passwords. */
  values: Record<string, string>
}

/**
 * The action of a form page, for a form that the browser sends by itself: without JavaScript, or before it has arrived. It
 * sends the form to the endpoint, or the `input` that was made from its fields, and redirects to `next(answer)`. A refusal
 * renders the page again with the status of the API.
 */
export async function submitForm(
  context: Readonly<RouterContextProvider>,
  endpoint: Endpoint,
  next: (answer: unknown) => string,
  input?: Readonly<Record<string, unknown>>,
) {
  const form = postedForm(context)
  const submitted = await form.submit(endpoint, input)
  if (submitted.status >= 400) return refuseForm(form, submitted)
  throw redirectAfter(submitted, next(submitted.answer))
}

/** The answer to a form that succeeded. */
export const redirectAfter = (submitted: Submitted, path: string) =>
  redirect(path, { status: 303, headers: cookieHeaders(submitted) })

/** The form that an action answers. */
export function postedForm(context: Readonly<RouterContextProvider>): PostedForm {
  const form = context.get(postedFormContext)
  if (!form) throw new Error('No form was posted')
  return form
}

/** Renders the page again with what was typed, and why the endpoint refused it. */
export function refuseForm({ fields }: PostedForm, submitted: Submitted) {
  const { message, code, issues = [] } = submitted.answer
  const values = Object.fromEntries(Object.entries(fields).filter(([name]) => !/password|current/.test(name)))
  const refused: RefusedForm = { message, code, issues, values }
  return data(refused, { status: submitted.status, headers: cookieHeaders(submitted) })
}

function cookieHeaders({ cookies }: Submitted): Headers {
  const headers = new Headers()
  for (const cookie of cookies) headers.append('Set-Cookie', cookie)
  return headers
}
