import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, limit, moment, page } from '../fields.ts'
import { comment, commentText } from './comment.ts'

/** A buyer's answer. Only people to whom the product was delivered may answer. */
export const answer = z.object({
  id: z.number(),
  user: z.string(),
  user_id: z.number().int().nullable(),
  answer: z.string(),
  edited: z.boolean(),
  helpful: z.number().int(),
  created_at: moment,
})
export type Answer = z.infer<typeof answer>

export const question = z.object({
  id: z.number(),
  user: z.string(),
  user_id: z.number().int().nullable(),
  question: z.string(),
  edited: z.boolean(),
  created_at: moment,
  reply: comment.shape.answer,
  answers: z.array(answer).describe('of buyers: the most helpful 20'),
})
export type Question = z.infer<typeof question>

export const getQuestions = endpoint({
  method: 'GET',
  path: 'questions',
  audience: 'public',
  summary: 'The questions on a product with their answers, newest first',
  input: z.object({ product_id: id, page: page.default(1), limit: limit.default(10) }),
  answer: z.object({ data: z.array(question), total: z.number().int() }),
  cache: { product: (input) => input.product_id },
})

export const askQuestion = endpoint({
  method: 'POST',
  path: 'questions',
  audience: 'customer',
  takesIdempotencyKey: true,
  created: true,
  summary: 'Asks a question about a product; counts towards the 10 comments an hour',
  input: z.strictObject({ product_id: id, question: commentText }),
  answer: z.object({ data: z.object({ id: z.number().int() }) }),
})

export const answerQuestion = endpoint({
  method: 'POST',
  path: 'questions/:id/answers',
  audience: 'customer',
  takesIdempotencyKey: true,
  created: true,
  summary: 'Answers a question, if the product was delivered to the caller',
  input: z.strictObject({ id, answer: commentText }),
  answer: z.object({ data: z.object({ id: z.number().int() }) }),
})

export const questionEndpoints = [getQuestions, askQuestion, answerQuestion] as const
