import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { openAsAdmin } from '../support/staff.ts'

it.each([350, 3000])(
  'a search answers on a line that is %i ms slow, with one request per pause',
  async (ms) => {
    const page = await openAsAdmin('/dashboard/orders')
    const asked: string[] = []
    await page.route(/\/dashboard\/orders|\.data|\/api\/admin\/orders/, async (route) => {
      const { pathname, searchParams } = new URL(route.request().url())
      asked.push(`${pathname} ${searchParams.get('q') ?? ''}`)
      await sleep(ms)
      await route.continue()
    })
    const search = page.getByRole('searchbox')
    await search.pressSequentially('zzqx')
    await expect.poll(() => asked).toEqual(['/api/admin/orders zzqx'])
    // Typed while the answer is on its way: it stays, and is searched for after the pause.
    await search.pressSequentially('qq')
    await expect.poll(() => asked.slice(1)).toEqual(['/api/admin/orders zzqxqq'])
    const start = performance.now()
    await page.getByText('No results').waitFor()
    expect(performance.now() - start).toBeGreaterThan(ms / 2)
    await expect.poll(() => search.inputValue()).toBe('zzqxqq')
    expect(new URL(page.url()).search).toBe('?q=zzqxqq')
    await sleep(700)
    expect(asked).toHaveLength(2)

    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect.poll(() => search.inputValue()).toBe('')
    await page.goBack()
    await expect.poll(() => search.inputValue()).toBe('zzqxqq')
  },
)

it('two quick changes of a list both count', async () => {
  const page = await openAsAdmin('/dashboard/orders')
  const selects = page.getByRole('main').getByRole('combobox')
  // The payment methods come with the list.
  await expect.poll(() => selects.nth(1).locator('option').count()).toBeGreaterThan(1)
  await page.evaluate(() => {
    // Both before the first can be rendered.
    const change = (select: HTMLSelectElement) => {
      select.value = select.options[1]?.value ?? ''
      // As a browser does; the watch of layout shifts ends at the first input.
      select.dispatchEvent(new Event('input', { bubbles: true }))
      select.dispatchEvent(new Event('change', { bubbles: true }))
    }
    const [first, second] = document.querySelectorAll<HTMLSelectElement>('main select')
    if (first && second) {
      change(first)
      change(second)
    }
  })
  await expect.poll(() => selects.count()).toBeGreaterThan(1)
  await expect.poll(() => [...new URL(page.url()).searchParams.keys()].length).toBe(2)
})
