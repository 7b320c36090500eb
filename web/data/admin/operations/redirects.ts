import {
  createRedirect,
  deleteRedirect,
  getRedirect,
  getRedirects,
  updateRedirect,
} from '#contract/redirects/redirect.ts'
import { adminResource } from '../resource.ts'

export const redirects = adminResource('redirects', {
  list: getRedirects,
  detail: getRedirect,
  create: createRedirect,
  update: updateRedirect,
  remove: deleteRedirect,
})
