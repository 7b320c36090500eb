// `npm run capacity`: measures what work costs, predicts machines from it, and checks the prediction.

import { startShop, type Shop } from '../shops/shop.ts'
import { check } from './check.ts'
import { readCosts, saveCosts } from './costs.ts'
import { measure } from './measure.ts'
import { predict } from './model.ts'
import { readCommand, usage, type Command } from './options.ts'
import { costTable, predictionTable } from './tables.ts'

const GENERATED_PRODUCTS = 1000
const SIZES = [10, 100, 1000, 10_000, 100_000]
const MANY_SHOPS = 1000

function commandOrUsage(args: string[]): Command {
  try {
    return readCommand(args)
  } catch (error) {
    console.error(`${(error as Error).message}\n${usage}`)
    return process.exit(2)
  }
}

async function withShop<T>(work: (shop: Shop) => Promise<T>): Promise<T> {
  const shop = await startShop(GENERATED_PRODUCTS)
  try {
    return await work(shop)
  } finally {
    await shop.stop()
  }
}

async function main(args: string[]): Promise<void> {
  const command = commandOrUsage(args)
  if (command.name === 'measure') {
    const costs = await withShop((shop) => measure(shop, GENERATED_PRODUCTS))
    saveCosts(costs)
    console.log(costTable(costs))
  } else if (command.name === 'predict') {
    const { orders, on } = command
    const costs = readCosts()
    const sizes = orders === undefined ? SIZES : [orders]
    const predictions = sizes.map((size) => predict(costs, size, on))
    if (orders === undefined && on.shops === 1)
      predictions.push(predict(costs, 10_000, { ...on, shops: MANY_SHOPS }))
    console.log(predictionTable(predictions))
    console.log(`\nSupposed: ${JSON.stringify(on)}; costs of ${costs.date} on ${costs.processor}`)
  } else {
    const { rates, seconds } = command
    const isClose = await withShop((shop) => check(shop, readCosts(), rates, seconds))
    if (!isClose) process.exitCode = 1
  }
}

await main(process.argv.slice(2))
