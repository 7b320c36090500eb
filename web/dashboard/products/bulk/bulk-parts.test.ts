import { expect, it } from 'vitest'
import { applyBulk, nothingDone, planBulk } from './bulk-parts.ts'

/** A shop with products 1 to 5 in parts of two; product 4 stays as it is. */
function shop({ failsAt }: { failsAt?: number } = {}) {
  const sent: object[] = []
  const part = (input: { after?: number }) => {
    sent.push(input)
    const { after = 0 } = input
    if (after === failsAt) return Promise.reject(new Error('The shop is busy.'))
    const ids = [after + 1, after + 2].filter((id) => id <= 5)
    const changed = ids.filter((id) => id !== 4).length
    return Promise.resolve({
      count: ids.length,
      changed,
      unchanged: ids.length - changed,
      free: 1,
      changes: [],
      more: changed,
      job: `job ${after}`,
      next: after + 2 < 5 ? after + 2 : null,
    })
  }
  return { sent, part }
}

it('previews all parts and sums them up', async () => {
  const progress: number[] = []
  const { part } = shop()
  const { parts, result } = await planBulk(part, null, (count) => progress.push(count))
  expect(parts).toEqual([
    { after: null, count: 2 },
    { after: 2, count: 2 },
    { after: 4, count: 1 },
  ])
  expect(result).toMatchObject({ count: 5, changed: 4, unchanged: 1, free: 3, more: 4 })
  expect(progress).toEqual([2, 4, 5])
  expect((await planBulk(part, 2, () => {})).result.count).toBe(3)
})

it('changes all parts, each as a job of its own', async () => {
  const { sent, part } = shop()
  const plan = await planBulk(part, null, () => {})
  sent.length = 0
  const done = await applyBulk(plan, nothingDone, part, () => true)
  expect(done).toEqual({ parts: 3, changed: 4, unchanged: 1, jobs: ['job 0', 'job 2', 'job 4'] })
  expect(sent).toEqual([{ count: 2 }, { after: 2, count: 2 }, { after: 4, count: 1 }])
})

it('stops on request and after a failure, and continues with the part that is next', async () => {
  const plan = await planBulk(shop().part, null, () => {})
  const first = await applyBulk(plan, nothingDone, shop().part, () => false)
  expect(first).toMatchObject({ parts: 1, changed: 2 })

  let latest = first
  const failing = applyBulk(plan, first, shop({ failsAt: 4 }).part, (now) => {
    latest = now
    return true
  })
  await expect(failing).rejects.toThrow('The shop is busy.')
  expect(latest).toMatchObject({ parts: 2, changed: 3 })
  expect(await applyBulk(plan, latest, shop().part, () => true)).toMatchObject({ parts: 3, changed: 4 })
})
