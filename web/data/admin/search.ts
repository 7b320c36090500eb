import { adminResource, usualCalls } from './resource.ts'

export const synonyms = adminResource(usualCalls('admin/search/synonyms'))

export const searchRules = adminResource(usualCalls('admin/search/rules'))
