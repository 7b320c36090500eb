import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type {
  createSubcategory,
  deleteSubcategory,
  getAdminSubcategories,
  orderSubcategories,
  updateSubcategory,
} from '#contract/admin-subcategory.ts'
import { api, apiWithFiles } from '../lib/api.ts'
import { adminKey, readAll, readRow, useChange } from './admin-list.ts'

type Asked = z.input<typeof getAdminSubcategories.input>
const read = (asked: Asked, signal?: AbortSignal) =>
  api<typeof getAdminSubcategories>('GET', 'admin/subcategories', asked, signal)

/** One page of the table of subcategories. */
export function useAdminSubcategories(asked: Asked) {
  return useQuery({
    queryKey: adminKey('subcategories', asked),
    queryFn: ({ signal }) => read(asked, signal),
    placeholderData: keepPreviousData,
  })
}

/** All subcategories, one category after the other. */
export function useAllSubcategories() {
  return useQuery({
    queryKey: adminKey('subcategories', 'all'),
    queryFn: ({ signal }) => readAll((page) => read({ ...page, sort: 'category' }, signal)),
  })
}

/** A subcategory as it is stored now. */
export const readSubcategory = (id: number) =>
  readRow(
    (page) => read(page),
    (row) => row.id === id,
  )

/** Changes of subcategories; each answers what the server says, and rejects with an `ApiError`. */
export function useSubcategoryChanges() {
  const change = useChange()
  return {
    add: (input: z.input<typeof createSubcategory.input>, files: Record<string, File>) =>
      change(
        apiWithFiles<typeof createSubcategory>('POST', 'productSubcategory/CreateSubCategory', input, files),
      ),
    update: (input: z.input<typeof updateSubcategory.input>, files: Record<string, File>) =>
      change(
        apiWithFiles<typeof updateSubcategory>('PUT', 'productSubcategory/updateSubcategory', input, files),
      ),
    remove: (id: number, moveTo?: number) =>
      change(api<typeof deleteSubcategory>('DELETE', 'productSubcategory/deleteSubcategory', { id, moveTo })),
    order: (ids: number[]) =>
      change(api<typeof orderSubcategories>('PUT', 'admin/subcategories/order', { ids })),
  }
}
