import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readJudgments } from '../quality.ts'

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8').trimEnd()
const lines = (file: string) => read(file).split('\n')

interface Product {
  id: string
  name: string
  description: string
  category: string
  price: number
}

const products = lines('catalog.jsonl').map((line) => JSON.parse(line) as Product)
const ids = new Set(products.map(({ id }) => id))
const halves = [readJudgments(read('dev.tsv')), readJudgments(read('test.tsv'))] as const
const queries = halves.flatMap((half) => [...half.keys()])

test('the catalog has unique, complete products', () => {
  expect(ids.size).toBe(products.length)
  expect(new Set(products.map(({ name }) => name.toLowerCase())).size).toBe(products.length)
  const complete = ({ name, description, category, price }: Product) =>
    Math.min(name.length, description.length, category.length) > 2 && name.length <= 200 && price > 0
  expect(products.filter((product) => !complete(product))).toEqual([])
  expect(products.length).toBeGreaterThanOrEqual(1500)
})

test('every query is described once and is in one half', () => {
  expect(lines('queries.tsv').map((line) => line.split('\t')[0])).toEqual(
    expect.arrayContaining(queries) as string[],
  )
  expect(lines('queries.tsv').length).toBe(queries.length)
  expect(new Set(queries.map((query) => query.toLowerCase())).size).toBe(queries.length)
  expect(queries.length).toBeGreaterThanOrEqual(400)
})

test.each(['dev.tsv', 'test.tsv'])('%s grades existing products once, and some of them well', (file) => {
  const pairs = lines(file).map((line) => line.split('\t').slice(0, 2).join('\t'))
  expect(new Set(pairs).size).toBe(pairs.length)
  for (const [query, judged] of readJudgments(read(file))) {
    expect(
      [...judged.keys()].filter((id) => !ids.has(id)),
      query,
    ).toEqual([])
    expect(
      [...judged.values()].filter((grade) => ![1, 2, 3].includes(grade)),
      query,
    ).toEqual([])
    expect(Math.max(...judged.values()), query).toBeGreaterThanOrEqual(2)
  }
})
