import type { RouterContextProvider } from 'react-router'

/** What a loader receives. `Param` names the parameters of its path. */
export interface LoaderArgs<Param extends string = never> {
  request: Request
  params: Readonly<Record<Param, string>>
  context: Readonly<RouterContextProvider>
}

/** What an action receives: the form is in the context. */
export type ActionArgs<Param extends string = never> = LoaderArgs<Param>

type Function = (...args: never[]) => unknown

/** What `data(value, status)` wraps. */
type Unwrapped<T> = T extends { data: infer Value; init: ResponseInit | null } ? Value : T

/** What an action has returned, if a form was refused. */
export type ActionData<Action extends Function> = Unwrapped<Awaited<ReturnType<Action>>> | undefined

/** What a page receives: what its loader has returned, and its action if a form was refused. */
export interface PageProps<
  Loader extends Function = () => undefined,
  Action extends Function = () => undefined,
> {
  loaderData: Unwrapped<Awaited<ReturnType<Loader>>>
  actionData: ActionData<Action>
  params: Parameters<Loader> extends [{ params: infer Params }] ? Params : object
}
