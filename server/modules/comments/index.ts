export { commentRecords } from './comment-author.ts'
export { commentRoutes } from './comment.routes.ts'
export { listComments } from './comment.queries.ts'
export { createComment, type CommentInput } from './comment.writes.ts'
