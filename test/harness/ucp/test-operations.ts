import { z } from 'zod'
import { AppError } from '#server/http/errors.ts'
import { notFound, operation, OutcomeError, type UcpCall } from '#server/modules/ucp/index.ts'

const lines = z.array(z.looseObject({ item: z.looseObject({ id: z.string() }), quantity: z.int().min(1) }))
const cart = z.looseObject({ line_items: lines.min(1), note: z.string().optional() })

/** Operations without a shop behind them, which count how often they run. `note` of a cart makes them fail. */
export function testOperations() {
  const runs: { tool: string; call: UcpCall; input: object }[] = []
  let gate = Promise.resolve()

  const cartBody = async (tool: string, input: z.output<typeof cart>, call: UcpCall) => {
    runs.push({ tool, call, input })
    await gate
    const { note, line_items } = input
    if (note === 'sold out')
      throw new OutcomeError([
        { type: 'error', code: 'out_of_stock', content: 'Sold out', severity: 'unrecoverable' },
      ])
    if (note === 'refuse') throw new AppError(409, 'conflict', 'Please try again.')
    if (note === 'crash') throw new Error('a secret detail')
    return { body: { id: `cart_${runs.length}`, line_items } }
  }

  const operations = [
    operation({
      tool: 'search_catalog',
      description: 'Searches',
      method: 'POST',
      path: '/catalog/search',
      capability: 'dev.ucp.shopping.catalog.search',
      argument: 'catalog',
      input: z.looseObject({ query: z.string() }),
      async run(input, call) {
        runs.push({ tool: 'search_catalog', call, input })
        return { body: { products: [], pagination: { has_next_page: false } } }
      },
    }),
    operation({
      tool: 'create_cart',
      description: 'Creates a cart',
      method: 'POST',
      path: '/carts',
      capability: 'dev.ucp.shopping.cart',
      argument: 'cart',
      input: cart,
      created: true,
      run: (input, call) => cartBody('create_cart', input, call),
    }),
    operation({
      tool: 'get_cart',
      description: 'Reads a cart',
      method: 'GET',
      path: '/carts/:id',
      capability: 'dev.ucp.shopping.cart',
      input: z.object({ id: z.string() }),
      async run({ id }, call) {
        runs.push({ tool: 'get_cart', call, input: { id } })
        if (id === 'missing') throw notFound('There is no such cart.')
        return { body: { id } }
      },
    }),
    operation({
      tool: 'update_cart',
      description: 'Replaces a cart',
      method: 'PUT',
      path: '/carts/:id',
      capability: 'dev.ucp.shopping.cart',
      argument: 'cart',
      input: cart.extend({ id: z.string() }),
      run: (input, call) => cartBody('update_cart', input, call),
    }),
    operation({
      tool: 'complete_checkout',
      description: 'Completes a checkout',
      method: 'POST',
      path: '/checkout-sessions/:id/complete',
      capability: 'dev.ucp.shopping.checkout',
      argument: 'checkout',
      input: z.looseObject({ id: z.string() }),
      requiresKey: true,
      async run({ id }, call) {
        runs.push({ tool: 'complete_checkout', call, input: { id } })
        return { body: { id, run: runs.length }, paymentHandlers: {} }
      },
    }),
  ]

  return {
    operations,
    runs,
    countOf: (tool: string) => runs.filter((run) => run.tool === tool).length,
    /** Calls that write wait until the returned function is called. */
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>()
      gate = promise
      return resolve
    },
  }
}

export const oneMug = { line_items: [{ item: { id: 'v1' }, quantity: 1 }] }
