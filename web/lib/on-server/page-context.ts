import { createContext } from 'react-router'
import type { Call, PostedForm } from '#contract/endpoint.ts'

/** Calls an endpoint in-process on behalf of the visitor. Available to loaders. */
export const callContext = createContext<Call>()

/**
 * Reads what belongs to the visitor. Null on cached pages, because they are the same for everyone; `personalPages` of
 * the contract lists the others. The answer to a posted form is for its sender only, so it may read too.
 */
export const personalCallContext = createContext<Call | null>(null)

/** Scheme and host of the requested page, such as `https://shop.example`. */
export const originContext = createContext<string>()

/** The form that was posted to the page. Null if the page is only read. */
export const postedFormContext = createContext<PostedForm | null>(null)
