import { adminResource, usualCalls } from './resource.ts'

export const roles = adminResource(usualCalls('admin/roles'))
