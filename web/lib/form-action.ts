import { data, redirect, type RouterContextProvider } from 'react-router'
import type { Endpoint, ErrorAnswer } from '#contract/endpoint.ts'
import { submitContext } from './page-context.ts'

/** A refused form, with all that the page needs to show it again. */
export interface RefusedForm {
  message: string
  issues: NonNullable<ErrorAnswer['issues']>
  /** The typed values without passwords. */
  values: Record<string, string>
}

/**
 * The action of a form page for browsers without JavaScript. It submits the form to the endpoint and redirects to
 * `next(answer)`. A refusal renders the page again with the status of the API.
 */
export async function submitForm(
  context: Readonly<RouterContextProvider>,
  endpoint: Endpoint,
  next: (answer: unknown) => string,
) {
  const { status, answer, fields, cookies } = await context.get(submitContext)(endpoint)
  const headers = new Headers()
  for (const cookie of cookies) headers.append('Set-Cookie', cookie)
  if (status < 400) throw redirect(next(answer), { status: 303, headers })
  const values = Object.fromEntries(Object.entries(fields).filter(([name]) => !/password|current/.test(name)))
  const refused: RefusedForm = { message: answer.message, issues: answer.issues ?? [], values }
  return data(refused, { status, headers })
}
