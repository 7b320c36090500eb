import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { projectFiles, read } from '#test/project-files.ts'
import type * as UseForm from '../ui/form/use-form.ts'
import { findLostIssues, refusablePaths } from './form-issues.tsx'

/** A form with its accessible name, the endpoint that may refuse it, and the button that opens it. */
export type TestedForm = [label: string, Endpoint, ReactNode, opener?: string]

/** The forms send whatever their empty fields hold, so that the refusal comes from the server. For `vi.mock`. */
export async function useFormWithoutRules(original: () => Promise<unknown>) {
  const real = (await original()) as typeof UseForm
  const schema = { safeParse: () => ({}) } as never
  return {
    ...real,
    useForm: ({ check: _check, ...options }: Parameters<typeof real.useForm>[0]) =>
      real.useForm({ ...options, schema }),
  }
}

interface FormsOfFolder {
  /** Has `every-form.test.tsx`, which imports each file below it that `isForm` finds by its text. */
  folder: string
  isForm: RegExp
  /** Files whose forms are rendered by other files. */
  inner?: readonly string[]
  /** Files with a part of the list. */
  listedIn?: readonly string[]
}

/** Tests that the list of forms is complete, and that each form shows whatever the server refuses. */
export function testEveryForm(
  forms: readonly TestedForm[],
  { folder, isForm, inner = [], listedIn = [] }: FormsOfFolder,
): void {
  it('the list is complete', () => {
    const source = [`${folder}/every-form.test.tsx`, ...listedIn].map(read).join('\n')
    const withForm = projectFiles(['.ts', '.tsx']).filter(
      (path) => path.startsWith(`${folder}/`) && !path.includes('.test.') && isForm.test(read(path)),
    )
    expect(withForm.filter((path) => !source.includes(path.slice(folder.length)))).toEqual(inner)
  })

  it.each(forms.map(([label, endpoint, form, opener]) => ({ label, endpoint, form, opener })))(
    'every refusal of $endpoint.method $endpoint.path is shown',
    async ({ label, endpoint, form, opener }) => {
      expect(await findLostIssues(form, label, refusablePaths(endpoint), opener)).toEqual([])
    },
  )
}
