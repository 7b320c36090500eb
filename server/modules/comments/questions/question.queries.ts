import { sql } from 'kysely'
import type { Answer, Question } from '#contract/comments/question.ts'
import type { Database } from '#server/db/connect.ts'
import { replyOf } from '../comment-row.ts'

/** Answers shown below one question. */
const MAX_ANSWERS = 20

interface AnswerRow {
  id: number
  author: string
  userId: number | null
  body: string
  edited: boolean
  helpful: number
  at: string
}

interface QuestionRow extends Omit<AnswerRow, 'helpful'> {
  answer: string | null
  answeredAt: string | null
  answers: AnswerRow[]
}

const authorColumns = sql`c.id, c.author_name as author, c.user_id as "userId", c.body,
  c.edited_at is not null as edited, c.created_at as at`

/** A page of the visible questions on a live product, newest first, each with its answers, and their total. */
export async function listQuestions(
  db: Database,
  shopId: number,
  productId: number,
  { page, limit }: { page: number; limit: number },
): Promise<{ data: Question[]; total: number }> {
  const { rows } = await sql<{ data: QuestionRow[]; total: number }>`
    select
      coalesce((
        select sum(n.comments)::int from comment_count n
        where n.config_id = p.config_id and n.product_id = p.id and n.kind = 'question'
      ), 0) as total,
      array(
        select to_json(listed) from (
          select ${authorColumns}, c.answer, c.answered_at as "answeredAt",
            array(
              select to_json(replies) from (
                select ${authorColumns}, c.helpful_count as helpful from comment c
                where c.config_id = ${shopId} and c.question_id = q.id and c.status = 'visible'
                order by c.helpful_count desc, c.id
                limit ${MAX_ANSWERS}
              ) replies
            ) as answers
          from (
            select * from comment c
            where c.config_id = ${shopId} and c.product_id = ${productId} and c.status = 'visible' and c.kind = 'question'
            order by c.created_at desc, c.id desc
            limit ${limit} offset ${(page - 1) * limit}
          ) q
          join comment c on c.config_id = ${shopId} and c.id = q.id
          order by c.created_at desc, c.id desc
        ) listed
      ) as data
    from product p
    where p.config_id = ${shopId} and p.id = ${productId} and p.status = 'live' and p.deleted_at is null`.execute(
    db,
  )
  const { data = [], total = 0 } = rows[0] ?? {}
  return { data: data.map(questionOf), total }
}

function questionOf(row: QuestionRow): Question {
  const { id, author, userId, body, edited, at, answers } = row
  return {
    id,
    user: author,
    user_id: userId,
    question: body,
    edited,
    created_at: new Date(at).toISOString(),
    reply: replyOf(row),
    answers: answers.map(answerOf),
  }
}

function answerOf({ id, author, userId, body, edited, helpful, at }: AnswerRow): Answer {
  return {
    id,
    user: author,
    user_id: userId,
    answer: body,
    edited,
    helpful,
    created_at: new Date(at).toISOString(),
  }
}

/** The product of a visible question. */
export async function findQuestionProduct(
  db: Database,
  shopId: number,
  questionId: number,
): Promise<number | undefined> {
  const question = await db
    .selectFrom('comment')
    .select('product_id')
    .where('config_id', '=', shopId)
    .where('id', '=', questionId)
    .where('kind', '=', 'question')
    .where('status', '=', 'visible')
    .executeTakeFirst()
  return question?.product_id
}
