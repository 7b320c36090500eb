import type { Page } from './page.ts'

let page: Page | undefined

/** The page of this document, as the server has written it down for the scripts. */
export const pageOfDocument = (): Page =>
  (page ??= JSON.parse(document.getElementById('page')?.textContent ?? '{"personal":[]}') as Page)
