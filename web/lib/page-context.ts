import { createContext } from 'react-router'
import type { Call, Submit } from '#contract/endpoint.ts'

/** Calls an endpoint in-process, as the visitor of the page. Only loaders see it. */
export const callContext = createContext<Call>()

/** Scheme and host that the page was asked at, such as `https://shop.example`. */
export const originContext = createContext<string>()

/** Hands the form that the page was sent to an endpoint. Only actions see it. */
export const submitContext = createContext<Submit>()
