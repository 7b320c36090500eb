import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { getAdminProduct, getAdminProducts } from '#contract/catalog/admin/product.ts'
import { createProduct, deleteProduct, updateProduct } from '#contract/catalog/product.ts'
import { call, type CallInput } from '#web/lib/call.ts'
import { upload } from '#web/lib/upload.ts'
import { adminKey } from '../query.ts'
import { adminResource } from '../resource.ts'
import { useAdminMutation } from '../use-admin-mutation.ts'

const lists = adminKey('products', 'list')
type List = z.output<typeof getAdminProducts.answer>

/** A change refreshes the lists alone: the form reads its product itself. */
export const products = adminResource(
  'products',
  {
    list: getAdminProducts,
    detail: getAdminProduct,
    create: createProduct,
    update: updateProduct,
    remove: deleteProduct,
  },
  { refresh: lists },
)

/** Reads a product as it is stored now, also for the page around its form. */
export function useProductReread() {
  const client = useQueryClient()
  return async (id: number) => {
    const data = await products.read(id)
    client.setQueryData(adminKey('products', 'detail', id), (old?: object) => ({ ...old, data }))
    return data
  }
}

/** Makes a draft from a product. */
export const useDuplicateProduct = () =>
  useAdminMutation(
    ({ productid: id }: { productid: number; productname: string }) =>
      call('POST admin/products/:id/duplicate', { id }),
    { refresh: lists, success: (_output, { productname }) => `Draft copy of ${productname} created` },
  )

/** Saves the price or stock of a row. The row changes in place, whatever the list is sorted by. */
export function useProductPatch() {
  const client = useQueryClient()
  return async (input: CallInput<'PATCH admin/products/:id'>) => {
    const { data } = await call('PATCH admin/products/:id', input)
    client.setQueriesData<List>(
      { queryKey: lists },
      (list) =>
        list && { ...list, data: list.data.map((row) => (row.productid === data.productid ? data : row)) },
    )
  }
}

type BulkInput = CallInput<'POST admin/products/bulk'>

/** Previews a bulk edit, or applies it. The dialog shows the result itself. */
export const useBulkEdit = () => ({
  preview: useAdminMutation(
    (input: BulkInput) =>
      call('POST admin/products/bulk', { ...input, preview: true }, { idempotencyKey: null }),
    { refresh: null, success: () => null },
  ),
  apply: useAdminMutation((input: BulkInput) => call('POST admin/products/bulk', input), {
    refresh: lists,
    success: () => null,
  }),
})

/** Uploads one image. `onProgress` receives the part that is sent, 0 to 1. Rejects with an `ApiError`. */
export async function sendImage(file: File, onProgress: (part: number) => void) {
  return (await upload('POST admin/images', { image: file }, onProgress)).data
}

/** The HTML of a description. The last preview stays until the next one arrives. */
export function useDescriptionPreview(description: string) {
  return useQuery({
    queryKey: adminKey('products', 'description', description),
    queryFn: async ({ signal }) => {
      const input = { description }
      return (await call('POST admin/description-preview', input, { signal })).data.html
    },
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 60_000,
  })
}
