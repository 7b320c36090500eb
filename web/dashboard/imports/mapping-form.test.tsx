// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import type { ImportSummary } from '#contract/imports/import.ts'
import { importKinds, importedKinds } from '#contract/imports/kinds.ts'
import { render } from '#web/testing/render.tsx'
import { TestPage } from '#web/testing/test-page.tsx'
import { MappingForm } from './mapping-form.tsx'

const data = {
  id: 1,
  step: 'mapping',
  format: 'haat',
  headings: ['Name', 'Date'],
  sample: [],
  mapping: {},
  decimalmark: '.',
  dateorder: null,
  addoptiontosku: false,
} as unknown as ImportSummary

it.each(importedKinds)('asks how the dates of %s are written if they have any', (kind) => {
  const { container } = render(
    <QueryClientProvider client={new QueryClient()}>
      <TestPage>
        <MappingForm data={{ ...data, kind }} onDone={() => {}} />
      </TestPage>
    </QueryClientProvider>,
  )
  const asks = container.textContent.includes('Dates are written as')
  expect(asks).toBe(importKinds[kind].dateColumns.length > 0)
})

it('asks it for the dates of sales, too', () => {
  expect(importKinds.products.dateColumns).toEqual(['saleStartsAt', 'saleEndsAt'])
})
