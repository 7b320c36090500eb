import { useAdminOrders } from '../../data/admin-orders.ts'
import { useOverview } from '../../data/admin-reports.ts'
import { allOrders } from '../orders/places.ts'
import { books } from '../reports/places.ts'
import { Task } from './task.tsx'

/** What should never be there. */
export function WrongTasks() {
  const { data, isError } = useOverview('7')
  const found = data && { total: data.bookExceptions }
  return (
    <>
      <Trouble trouble="refund" name="Refunds that failed" why="Customers wait for their money" />
      <Trouble trouble="payment" name="Payments to look for" why="Cancelled, and perhaps paid" />
      <Task
        name="Exceptions in the books"
        why="Something does not add up"
        to={books}
        query={{ data: found, isError }}
      />
    </>
  )
}

function Trouble({ trouble, ...task }: { trouble: 'refund' | 'payment'; name: string; why: string }) {
  const query = useAdminOrders({ trouble, limit: 1 })
  return <Task {...task} to={`${allOrders}?trouble=${trouble}`} query={query} />
}
