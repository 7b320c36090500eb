import { adminResource, usualCalls } from '../resource.ts'

export const customFields = adminResource(usualCalls('admin/custom-fields'))
