import { sql } from 'kysely'
import { moderationSorts } from '#contract/comments/comment-moderation.ts'
import { connect } from '#server/db/connect.ts'
import type { BenchRequest } from '../../load/request.ts'
import type { Options } from '../../options.ts'
import type { Row } from '../../report/row.ts'
import { databaseOf } from '../../shops/customers.ts'
import { insertComments } from '../../shops/many-comments.ts'
import type { Shop } from '../../shops/shop.ts'
import { timeRequests } from '../time-requests.ts'

/** The dashboard's search in as many comments as the shop has products. */
export async function measureCommentSearch(
  shop: Shop,
  cookie: string,
  { products: comments, pages }: Options,
): Promise<Row> {
  const requests = await requestsFor(shop, cookie, comments, pages)
  return timeRequests(shop, requests, requests.length, {
    what: `Search in comments, at ${comments.toLocaleString('en')} comments`,
    how: 'for words, parts of words, authors, products and numbers, in each order',
    atMost: 100,
  })
}

async function requestsFor(
  shop: Shop,
  cookie: string,
  comments: number,
  count: number,
): Promise<BenchRequest[]> {
  const db = connect(databaseOf(shop), { max: 1, limits: false })
  try {
    await insertComments(db, comments)
    const { rows } = await sql<Comment>`
      select c.body, c.author_name as author, p.name as product from comment c
      join product p on p.config_id = c.config_id and p.id = c.product_id
      where c.config_id = 1 order by md5(c.id::text) limit ${count}`.execute(db)
    return rows.map((comment, index) => {
      const sort = moderationSorts[index % moderationSorts.length] ?? 'urgent'
      const query = new URLSearchParams({ q: textOf(comment, index), sort, limit: '20' })
      return { method: 'GET', path: `/api/admin/comments?${String(query)}`, headers: { cookie } }
    })
  } finally {
    await db.destroy()
  }
}

interface Comment {
  body: string
  author: string
  product: string
}

/** What staff search for, from a comment: one in ten texts has only two letters, which no index helps to find. */
function textOf({ body, author, product }: Comment, index: number): string {
  const words = body.match(/\p{L}{4,}/gu) ?? []
  const word = words[index % words.length] ?? body
  const texts = [
    word,
    word.slice(0, 3),
    body.split(' ').slice(1, 3).join(' '),
    /\d+/.exec(body)?.[0] ?? body,
    author,
    author.split(' ')[0] ?? author,
    product,
    product.split(' ').at(-1) ?? product,
    `${word} that no one has written`,
    word.slice(0, 2),
  ]
  return texts[index % texts.length] ?? word
}
