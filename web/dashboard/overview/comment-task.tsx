import { useAdminComments } from '../../data/admin-comments.ts'
import { Task } from './task.tsx'

const filter = { status: 'visible', answered: 'false' }

/** Comments that nobody has answered. */
export function CommentTask() {
  return (
    <Task
      name="Comments to answer"
      why="Shoppers read them before they buy"
      to={`/dashboard/comments?${new URLSearchParams(filter)}`}
      query={useAdminComments({ ...filter, limit: 1 })}
    />
  )
}
