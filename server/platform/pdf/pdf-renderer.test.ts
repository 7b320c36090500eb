import { expect, test } from 'vitest'
import { readPdf } from '#test/harness/services/pdf.ts'
import { renderPdf } from './pdf-renderer.ts'

test('never breaks a number, however wide its letters are', async () => {
  const number = 'MWMW-WMWM-MWMW'
  const columns = Array.from({ length: 5 }, () => ({ heading: 'Order', lines: [number, '1 Nov 2026'] }))
  const { text } = await readPdf(
    await renderPdf({ title: 'Slip', author: 'Shop', countries: [], blocks: [{ kind: 'columns', columns }] }),
  )
  expect(text.split(number)).toHaveLength(6)
})
