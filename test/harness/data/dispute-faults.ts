import { sql, type RawBuilder } from 'kysely'

type Fault = [name: string, plant: () => RawBuilder<unknown>, check: string]

/** Disputes that staff have to answer, each planted in an order. */
export function disputeFaults(order: () => string): Fault[] {
  const disputed = (state: 'open' | 'lost') => () =>
    sql`
    with paid as (
      insert into payment (config_id, order_id, provider, status, amount)
      select 1, id, 'stripe', 'cancelled', 100 from shop_order where number = ${order()} returning id, order_id
    )
    insert into payment_dispute (config_id, payment_id, order_id, reference, state, amount, currency)
    select 1, id, order_id, 'dp_1', ${state}, 100, 'INR' from paid`
  return [
    ['a payment that a customer disputes', disputed('open'), 'payment_disputed'],
    ['a payment that a customer has won back', disputed('lost'), 'payment_disputed'],
  ]
}
