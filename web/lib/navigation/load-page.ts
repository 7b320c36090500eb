import { pageDataPath } from '#contract/links.ts'
import { requestTimeout } from '../api.ts'
import type { LoadedPage, PageData, PageRedirect, RouteModule } from './page.ts'

/** A page; where it has moved; or a page that this build cannot show, so that it needs a document of its own. */
type Answer = LoadedPage | PageRedirect | 'document'

/** The server refused to answer with a page: it is busy, or the address is not valid. */
class RefusedPageError extends Error {
  readonly status: number
  readonly data = null

  constructor(status: number) {
    super(`The server answered ${status}.`)
    this.status = status
  }
}

/** No server has answered. */
export class UnreachablePageError extends Error {}

/** Loads the data and the modules of a page. Throws without an answer; a refused page has its error in its data. */
export async function loadPage(url: string, build: string, signal: AbortSignal): Promise<Answer> {
  const either = AbortSignal.any([signal, requestTimeout()])
  const response = await fetch(pageDataPath + url, { signal: either }).catch(() => {
    throw new UnreachablePageError()
  })
  if (!response.headers.get('content-type')?.startsWith('application/json')) {
    throw new RefusedPageError(response.status)
  }
  const answer = (await response.json()) as PageData | PageRedirect
  if ('redirect' in answer) return answer
  // After an update the modules of the two builds do not fit together.
  if (answer.build !== build) return 'document'
  const modules = await loadModules(answer).catch(() => {
    // A document would not find them either.
    if (!navigator.onLine) throw new UnreachablePageError()
  })
  return modules ? { data: answer, modules } : 'document'
}

async function loadModules({ routes }: PageData): Promise<readonly RouteModule[]> {
  const load = (url: string) => import(/* @vite-ignore */ url) as Promise<RouteModule>
  const [modules] = await Promise.all([
    Promise.all(routes.map(({ module }) => load(module))),
    ...routes.flatMap(({ imports }) => imports.map(load)),
  ])
  return modules
}
