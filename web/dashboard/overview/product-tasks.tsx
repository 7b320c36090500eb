import { useAdminProducts } from '../../data/admin-products.ts'
import { useStock } from '../../data/admin-stock.ts'
import { allProducts } from '../products/places.ts'
import { stock } from '../stock/places.ts'
import { Task } from './task.tsx'

/** What the catalogue asks of its owner, as the table of products filters it, and why it matters. */
const tasks = [
  { name: 'Sold out', why: 'Shoppers find them and cannot buy', filter: { stock: 'out', status: 'live' } },
  { name: 'Drafts', why: 'Not in the shop yet', filter: { status: 'draft' } },
  {
    name: 'Without a picture',
    why: 'Hardly anyone buys unseen',
    filter: { missing: 'picture', status: 'live' },
  },
  {
    name: 'Pictures without a description',
    why: 'Not there for who cannot see them',
    filter: { missing: 'alt', status: 'live' },
  },
] as const

/** Products that wait for somebody, each kind with its number and the way to it. */
export function ProductTasks() {
  return (
    <>
      <LowInStock />
      {tasks.map((task) => (
        <ProductTask key={task.name} {...task} />
      ))}
    </>
  )
}

function LowInStock() {
  return (
    <Task
      name="Low in stock"
      why="They have come down to their mark"
      to={`${stock}?level=low`}
      query={useStock({ level: 'low', limit: 1 })}
    />
  )
}

function ProductTask({ name, why, filter }: (typeof tasks)[number]) {
  return (
    <Task
      name={name}
      why={why}
      to={`${allProducts}?${new URLSearchParams(filter)}`}
      query={useAdminProducts({ ...filter, limit: 1 })}
    />
  )
}
