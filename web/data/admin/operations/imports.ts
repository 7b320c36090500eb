import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ImportedKind } from '#contract/imports/kinds.ts'
import { call } from '#web/lib/call.ts'
import { adminData, adminKey, adminQuery } from '../query.ts'
import { useAdminCall, useAdminMutation } from '../use-admin-mutation.ts'

const WORKING_POLL_MS = 1000

/** The latest imports. */
export const useImports = () =>
  useQuery({
    ...adminQuery('GET admin/imports', {}),
  })

/** An import; polls while the server works on it. */
export const useImport = (id: number) =>
  useQuery({
    ...adminData('GET admin/imports/:id', { id }),
    refetchInterval: ({ state }) =>
      state.data && ['checking', 'running'].includes(state.data.data.state) ? WORKING_POLL_MS : false,
  })

/** A page of the records of an import. `step` reads them again when the import has gone on. */
export const useImportRows = (id: number, step: string, query: Record<string, string | number>) =>
  useQuery({
    queryKey: adminKey('imports', 'rows', id, step, query),
    queryFn: ({ signal }) => call('GET admin/imports/:id/rows', { id, ...query }, { signal }),
    placeholderData: keepPreviousData,
  })

/** The redirects that a finished import offers. */
export const useImportRedirects = (id: number, isOffered: boolean) =>
  useQuery({
    ...adminData('GET admin/imports/:id/redirects', { id }),
    enabled: isOffered,
  })

/** Adds the redirects that a finished import offers. */
export const useAddImportRedirects = () =>
  useAdminMutation((id: number) => call('POST admin/imports/:id/redirects', { id }))

/** Uploads a file. The page of the import shows what follows, so no toast confirms it. */
export const useUploadImport = () =>
  useAdminMutation(
    ({ file, kind }: { file: File; kind: ImportedKind }) =>
      call('POST admin/imports', { filename: file.name.slice(0, 200), kind }, { files: { file } }),
    { success: () => null },
  )

/** Reads another sheet of the workbook. */
export const useChooseImportSheet = () => useAdminCall('PUT admin/imports/:id/sheet', { success: () => null })

/** Says which column holds what. */
export const useMapImport = () =>
  useAdminCall('PUT admin/imports/:id/mapping', {
    success: () => null,
  })

/** Writes the records. */
export const useApplyImport = () => useAdminCall('POST admin/imports/:id/apply', { success: () => null })

/** Undoes a finished import. */
export const useUndoImport = () =>
  useAdminMutation((id: number) => call('POST admin/imports/:id/undo', { id }), {
    success: () => null,
  })

/** Gives up an import, or stops it after its current rows. */
export const useWithdrawImport = () =>
  useAdminMutation((id: number) => call('POST admin/imports/:id/withdraw', { id }), {
    success: () => null,
  })

/** Deletes the file and the rows of a finished import. */
export const useEmptyImport = () =>
  useAdminMutation((id: number) => call('DELETE admin/imports/:id/data', { id }), {
    success: () => null,
  })
