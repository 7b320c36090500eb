import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, nothing } from '../fields.ts'
import { productCard } from './product.ts'

export const getBestSellers = endpoint({
  method: 'GET',
  path: 'product/bestsellers',
  audience: 'public',
  summary: 'Up to 8 products in stock, by units sold in recent orders',
  input: nothing.strict(),
  answer: z.object({ response: z.array(productCard) }),
  cache: { seconds: 900 },
})

export const getAlsoBought = endpoint({
  method: 'GET',
  path: 'product/alsobought',
  audience: 'public',
  summary: 'Up to 8 products in stock that several recent orders of a product contain, too',
  input: z.strictObject({ productid: id }),
  answer: z.object({ response: z.array(productCard) }),
  cache: { seconds: 21_600 },
})

export const bestSellerEndpoints = [getBestSellers, getAlsoBought] as const
