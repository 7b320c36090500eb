import { expect, test } from 'vitest'
import { createBudget } from './budget.ts'
import { createConnectionGate } from './connection-gate.ts'

const request = (kind: string) => createBudget(kind, 1000)

test('calls of one kind leave a quarter of the connections to other kinds', () => {
  const gate = createConnectionGate(8)
  const entered = Array.from({ length: 8 }, () => gate.tryEnter(request('slow')))
  expect(entered.filter(Boolean)).toHaveLength(6)
  expect([gate.tryEnter(request('other')), gate.tryEnter(undefined)]).toEqual([true, true])
  expect(gate.tryEnter(request('third'))).toBe(false)
})

test('a call that has a connection takes no further one from the reserve', () => {
  const gate = createConnectionGate(4)
  const greedy = request('greedy')
  const entered = Array.from({ length: 4 }, () => gate.tryEnter(greedy))
  expect(entered.filter(Boolean)).toHaveLength(3)
  expect(gate.tryEnter(request('other'))).toBe(true)
})

test('kinds that ran out of time share the few connections of the reserve', () => {
  const gate = createConnectionGate(8)
  const [lists, carts] = [request('lists'), request('carts')]
  gate.noteSlow(lists)
  gate.noteSlow(carts)
  expect([gate.tryEnter(lists), gate.tryEnter(carts)]).toEqual([true, true])
  expect([gate.tryEnter(request('lists')), gate.tryEnter(request('carts'))]).toEqual([false, false])
  expect(gate.tryEnter(request('healthy'))).toBe(true)
})

test('a connection that becomes free goes to the first call that may have it', async () => {
  const gate = createConnectionGate(4)
  const holders = [request('lists'), request('lists'), request('lists'), request('carts')]
  for (const holder of holders) expect(gate.tryEnter(holder)).toBe(true)
  const order: string[] = []
  const waiting = [request('lists'), request('carts')].map((budget) => {
    const place = gate.queue(budget)
    void place.granted.then(() => order.push(budget.kind))
    return place
  })
  // Three lists still have a connection.
  gate.leave(holders[3])
  await waiting[1]?.granted
  gate.leave(holders[0])
  await waiting[0]?.granted
  expect(order).toEqual(['carts', 'lists'])
})

test('a cancelled wait gives up its place, or the connection that it got', async () => {
  const gate = createConnectionGate(1)
  const holder = request('first')
  expect(gate.tryEnter(holder)).toBe(true)
  const [given, gone] = [gate.queue(request('given')), gate.queue(request('gone'))]
  gone.cancel()
  gate.leave(holder)
  await given.granted
  expect(gate.tryEnter(request('late'))).toBe(false)
  given.cancel()
  expect(gate.tryEnter(request('late'))).toBe(true)
})
