import { data, redirect, type RouterContextProvider } from 'react-router'
import type { Endpoint, ErrorAnswer } from '#contract/endpoint.ts'
import { submitContext } from './page-context.ts'

/** A form that was refused, as the page shows it again. */
export interface RefusedForm {
  message: string
  issues: NonNullable<ErrorAnswer['issues']>
  /** As they were typed; passwords are asked for again. */
  values: Record<string, string>
}

/**
 * The action of a page with a form, for browsers without JavaScript: hands the form to the endpoint, leads on to
 * `next(answer)` where it was taken, and else answers what the page needs to show it again, with the API's status.
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
