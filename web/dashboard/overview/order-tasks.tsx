import { useAdminOrders } from '../../data/admin-orders.ts'
import { pendingOrders } from '../orders/places.ts'
import { Task } from './task.tsx'

const tasks = [
  { name: 'Orders to send', why: 'Their customers wait', filter: { status: 'confirmed' } },
  {
    name: 'Transfers to look for',
    why: 'Their pieces are kept for a few days',
    filter: { status: 'pending', payment: 'bank_transfer' },
  },
] as const

/** Orders that wait for somebody, each kind with its number and the way to it. */
export function OrderTasks() {
  return tasks.map((task) => <OrderTask key={task.name} {...task} />)
}

function OrderTask({ name, why, filter }: (typeof tasks)[number]) {
  return (
    <Task
      name={name}
      why={why}
      to={`${pendingOrders}?${new URLSearchParams(filter)}`}
      query={useAdminOrders({ ...filter, limit: 1 })}
    />
  )
}
