import { useSyncExternalStore } from 'react'
import { takeState } from './open-page.ts'

let taken: { state: unknown } | undefined

/** What the page before has handed to this one; undefined on the server and after a reload. */
export const usePageState = (): unknown =>
  useSyncExternalStore(
    () => () => undefined,
    () => (taken ??= { state: takeState() }).state,
    () => undefined,
  )
