import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type {
  createSpecification,
  deleteSpecification,
  editSpecification,
  getAdminSpecifications,
  orderSpecifications,
} from '#contract/admin-specification.ts'
import { api } from '../lib/api.ts'
import { adminKey, readAll, readRow, useChange } from './admin-list.ts'

type Asked = z.input<typeof getAdminSpecifications.input>
const read = (asked: Asked, signal?: AbortSignal) =>
  api<typeof getAdminSpecifications>('GET', 'admin/specifications', asked, signal)

/** One page of the table of specifications. */
export function useAdminSpecifications(asked: Asked) {
  return useQuery({
    queryKey: adminKey('specifications', asked),
    queryFn: ({ signal }) => read(asked, signal),
    placeholderData: keepPreviousData,
  })
}

/** All specifications in order. */
export function useAllSpecifications() {
  return useQuery({
    queryKey: adminKey('specifications', 'all'),
    queryFn: ({ signal }) => readAll((page) => read(page, signal)),
  })
}

/** A specification as it is stored now. */
export const readSpecification = (id: number) =>
  readRow(
    (page) => read(page),
    (row) => row.specificationid === id,
  )

/** Changes of specifications; each answers what the server says, and rejects with an `ApiError`. */
export function useSpecificationChanges() {
  const change = useChange()
  return {
    add: (input: z.input<typeof createSpecification.input>) =>
      change(api<typeof createSpecification>('POST', 'specification/createspecification', input)),
    update: (input: z.input<typeof editSpecification.input>) =>
      change(api<typeof editSpecification>('POST', 'specification/editspecification', input)),
    remove: (specificationid: number, moveTo?: number) =>
      change(
        api<typeof deleteSpecification>('POST', 'specification/deletespecification', {
          specificationid,
          moveTo,
        }),
      ),
    order: (ids: number[]) =>
      change(api<typeof orderSpecifications>('PUT', 'admin/specifications/order', { ids })),
  }
}
