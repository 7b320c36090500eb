import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, type CallAnswer, type CallInput } from '#web/lib/call.ts'
import { upload } from '#web/lib/upload.ts'
import { adminKey, adminQuery } from '../query.ts'
import { adminResource, usualCalls } from '../resource.ts'
import { useAdminMutation } from '../use-admin-mutation.ts'

const LIST = 'GET admin/products'
const lists = adminKey(LIST)

/** A change refreshes the lists alone: the form reads its product itself. */
export const products = adminResource(
  {
    ...usualCalls('admin/products'),
    create: 'POST product/createproduct',
    update: 'PUT product/updateproduct',
    remove: 'DELETE product/deleteproduct',
  },
  { refresh: lists },
)

/** Reads a product as it is stored now, also for the page around its form. */
export function useProductReread() {
  const client = useQueryClient()
  return async (id: number) => {
    const data = await products.read(id)
    client.setQueryData(adminQuery('GET admin/products/:id', { id }).queryKey, (old?: object) => ({
      ...old,
      data,
    }))
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
    client.setQueriesData<CallAnswer<typeof LIST>>(
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
    { refresh: null, success: null },
  ),
  apply: useAdminMutation((input: BulkInput) => call('POST admin/products/bulk', input), {
    refresh: lists,
    success: null,
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
