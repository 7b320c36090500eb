import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type {
  createCategory,
  deleteCategory,
  getAdminCategories,
  orderCategories,
  updateCategory,
} from '#contract/admin-category.ts'
import { api, apiWithFiles } from '../lib/api.ts'
import { adminKey, readAll, readRow, useChange } from './admin-list.ts'

type Asked = z.input<typeof getAdminCategories.input>
const path = 'productcategory/category'
const read = (asked: Asked, signal?: AbortSignal) =>
  api<typeof getAdminCategories>('GET', 'admin/categories', asked, signal)

/** One page of the table of categories. */
export function useAdminCategories(asked: Asked) {
  return useQuery({
    queryKey: adminKey('categories', asked),
    queryFn: ({ signal }) => read(asked, signal),
    placeholderData: keepPreviousData,
  })
}

/** All categories in order. */
export function useAllCategories() {
  return useQuery({
    queryKey: adminKey('categories', 'all'),
    queryFn: ({ signal }) => readAll((page) => read(page, signal)),
  })
}

/** A category as it is stored now. */
export const readCategory = (id: number) =>
  readRow(
    (page) => read(page),
    (row) => row.id === id,
  )

/** Changes of categories; each answers what the server says, and rejects with an `ApiError`. */
export function useCategoryChanges() {
  const change = useChange()
  return {
    add: (input: z.input<typeof createCategory.input>, files: Record<string, File>) =>
      change(apiWithFiles<typeof createCategory>('POST', path, input, files)),
    update: (input: z.input<typeof updateCategory.input>, files: Record<string, File>) =>
      change(apiWithFiles<typeof updateCategory>('PUT', path, input, files)),
    remove: (id: number, moveTo?: number) =>
      change(api<typeof deleteCategory>('DELETE', path, { id, moveTo })),
    order: (ids: number[]) => change(api<typeof orderCategories>('PUT', 'admin/categories/order', { ids })),
  }
}
