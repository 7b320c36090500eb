import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { moment, nothing } from './fields.ts'

/** Something that does not fit: what it is, and what to do about it. */
export const bookException = z.object({
  check: z.string().describe('which rule is broken, in snake_case'),
  text: z.string(),
  todo: z.string(),
  order: z.string().nullable().describe('number of the order that it is about'),
})
export type BookException = z.infer<typeof bookException>

const bookCheck = z.object({
  requestedAt: moment,
  finishedAt: moment.nullable(),
  orders: z.number().int().describe('that were looked at'),
  exceptions: z.array(bookException),
})

/** What is proved, in words; the same list stands on the page. */
export const getBooks = endpoint({
  method: 'GET',
  path: 'admin/books',
  audience: 'staff:orders',
  summary: 'The latest check of the books, and the one that is under way',
  input: nothing.strict(),
  answer: z.object({
    data: z.object({
      latest: bookCheck.nullable(),
      underWay: z.boolean(),
      rules: z.array(z.object({ check: z.string(), name: z.string() })),
    }),
  }),
})
export type Books = z.output<typeof getBooks.answer>['data']

export const checkBooks = endpoint({
  method: 'POST',
  path: 'admin/books/check',
  audience: 'staff:orders',
  summary: 'Asks for a check of the books; it takes place within seconds',
  input: nothing.strict(),
  answer: z.object({}),
})
