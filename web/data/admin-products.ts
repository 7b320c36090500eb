import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type {
  bulkProducts,
  BulkResult,
  duplicateProduct,
  getAdminProduct,
  getAdminProducts,
  patchProduct,
  uploadPicture,
} from '#contract/admin-product.ts'
import type { previewDescription } from '#contract/product-description.ts'
import type { createProduct, deleteProduct, updateProduct } from '#contract/product.ts'
import { api } from '../lib/api.ts'
import { upload } from '../lib/upload.ts'

const productsKey = ['personal', 'admin', 'products']
type ListAnswer = z.output<typeof getAdminProducts.answer>

/** One page of the table of products; the page before stays in view until the next is here. */
export function useAdminProducts(query: z.input<typeof getAdminProducts.input>) {
  return useQuery({
    queryKey: [...productsKey, 'list', query],
    queryFn: ({ signal }) => api<typeof getAdminProducts>('GET', 'admin/products', query, signal),
    placeholderData: keepPreviousData,
  })
}

const oneKey = (id: number) => [...productsKey, 'one', id]

/** A product with everything that can be edited. What somebody is editing is not changed below their hands. */
export function useAdminProduct(id: number) {
  return useQuery({
    queryKey: oneKey(id),
    queryFn: ({ signal }) => readProduct(id, signal),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    staleTime: 0,
    gcTime: 0,
  })
}

async function readProduct(id: number, signal?: AbortSignal) {
  return (await api<typeof getAdminProduct>('GET', 'admin/products/:id', { id }, signal)).data
}

/** Changes of products; each rejects with an `ApiError`, and the lists are read anew after it. */
export function useProductChanges() {
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: [...productsKey, 'list'] })
  return {
    /** Answers what the server says and the id of the new product. */
    create: async (input: z.input<typeof createProduct.input>) => {
      const { message, data } = await api<typeof createProduct>('POST', 'product/createproduct', input)
      void refresh()
      return { message, id: data.productid }
    },
    /** Answers what the server says and the version that the product has now. */
    update: async (input: z.input<typeof updateProduct.input>) => {
      const { message, data } = await api<typeof updateProduct>('PUT', 'product/updateproduct', input)
      void refresh()
      return { message, version: data.version }
    },
    /** The product as it is stored now. */
    reread: async (id: number) => {
      const product = await readProduct(id)
      client.setQueryData(oneKey(id), product)
      return product
    },
    /** Answers what happened: a product that was ordered is archived instead. */
    remove: async (productid: number) => {
      const { message } = await api<typeof deleteProduct>('DELETE', 'product/deleteproduct', { productid })
      await refresh()
      return message
    },
    /** Answers the id of the draft that was made. */
    duplicate: async (id: number) => {
      const { data } = await api<typeof duplicateProduct>('POST', 'admin/products/:id/duplicate', { id })
      void refresh()
      return data.productid
    },
    /** Price or stock of a row: put into the lists as the server answers it, whatever they are sorted by. */
    patch: async (input: z.input<typeof patchProduct.input>) => {
      const { data } = await api<typeof patchProduct>('PATCH', 'admin/products/:id', input)
      client.setQueriesData<ListAnswer>(
        { queryKey: [...productsKey, 'list'] },
        (list) =>
          list && { ...list, data: list.data.map((row) => (row.productid === data.productid ? data : row)) },
      )
    },
    bulk: async (input: z.input<typeof bulkProducts.input>): Promise<BulkResult> => {
      const { data } = await api<typeof bulkProducts>('POST', 'admin/products/bulk', input)
      if (!input.preview) await refresh()
      return data
    },
  }
}

/** Sends one picture; `onProgress` is told the part that has been sent, 0 to 1. Rejects with an `ApiError`. */
export async function sendPicture(file: File, onProgress: (part: number) => void) {
  return (await upload<typeof uploadPicture>('admin/pictures', { picture: file }, onProgress)).data
}

/** A description as its page will show it; the last one stays until the next is here. */
export function useDescriptionPreview(description: string) {
  return useQuery({
    queryKey: [...productsKey, 'description', description],
    queryFn: async ({ signal }) => {
      const input = { description }
      return (await api<typeof previewDescription>('POST', 'admin/description-preview', input, signal)).data
        .html
    },
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 60_000,
  })
}
