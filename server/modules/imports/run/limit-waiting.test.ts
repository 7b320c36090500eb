import { expect, test } from 'vitest'
import { readProductFile } from '../products/formats/read-products.ts'
import { limitWaiting } from './limit-waiting.ts'

const headings = 'Handle,Title,Option1 Name,Option1 Value,Variant Price,Body (HTML)'
const text = 'x'.repeat(300)

/** Reads a file of products of which at most 1,000 characters may wait. */
function readLimited(lines: string[]) {
  const waiting = limitWaiting(1000)
  return readProductFile([headings, ...lines], {
    source: (rows) => (pass) => (pass === 'count' ? rows(pass) : waiting.rows(rows())),
    yielded: waiting.yielded,
  })
}

test('a large file is read whose products are soon complete', async () => {
  const products = Array.from({ length: 20 }, (_, i) => `p-${i},Product ${i},Title,Default Title,5,${text}`)
  await expect(readLimited(products)).resolves.toMatchObject({ products: { length: 20 } })
})

test('too many rows of one product are refused', async () => {
  const variants = Array.from({ length: 20 }, (_, i) => `one,One,Size,${i},5,${text}`)
  await expect(readLimited(variants)).rejects.toThrow('too many rows belong to one record')
})
