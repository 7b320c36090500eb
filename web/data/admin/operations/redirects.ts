import { adminResource, usualCalls } from '../resource.ts'

export const redirects = adminResource(usualCalls('admin/redirects'))
