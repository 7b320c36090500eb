import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { text } from '../fields.ts'

/**
 * Email programs send it themselves with one press (RFC 8058), with a form as its body; the page `/unsubscribe` sends it too.
 */
export const unsubscribe = endpoint({
  method: 'POST',
  path: 'unsubscribe/:token',
  audience: 'visitor',
  ignoresBody: true,
  summary: 'Ends the emails that ask for comments, for the address of the email with this token',
  input: z.strictObject({ token: text(200) }),
  answer: z.object({}),
})
