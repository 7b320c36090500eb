import { createContext } from 'react-router'
import type { Call, Submit } from '#contract/endpoint.ts'

/** Calls an endpoint in-process on behalf of the visitor. Available to loaders. */
export const callContext = createContext<Call>()

/** Scheme and host of the requested page, such as `https://shop.example`. */
export const originContext = createContext<string>()

/** Passes the submitted form to an endpoint. Available to actions. */
export const submitContext = createContext<Submit>()
