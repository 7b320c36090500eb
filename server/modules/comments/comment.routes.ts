import { getComments } from '#contract/comment.ts'
import { route } from '#server/http/route.ts'
import { listComments } from './comment.queries.ts'

export const commentRoutes = [
  route(getComments, ({ product_id, page, limit }, { db, shop }) =>
    listComments(db, shop.configId, product_id, { page, limit }),
  ),
]
