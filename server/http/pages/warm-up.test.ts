import fastify from 'fastify'
import { expect, test } from 'vitest'
import { warmUp } from './warm-up.ts'

test('the first pages are asked for under the name of the shop, and one that fails stops no start', async () => {
  const app = fastify()
  const asked: string[] = []
  app.get('*', async ({ host, url }) => {
    asked.push(host + url)
    throw new Error('The page fails')
  })
  await warmUp(app, 'https://shop.example')
  await warmUp(app, undefined)
  expect(asked).toEqual(['shop.example/', 'shop.example/products', 'localhost/', 'localhost/products'])
})
