import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ImportedKind } from '#contract/imports/kinds.ts'
import { call, type CallName } from '#web/lib/call.ts'
import { adminKey } from '../query.ts'
import { useAdminCall, useAdminMutation } from '../use-admin-mutation.ts'

/** A page of the records of an import. `step` reads them again when the import has gone on. */
export const useImportRows = (id: number, step: string, query: Record<string, string | number>) =>
  useQuery({
    queryKey: adminKey('imports', 'rows', id, step, query),
    queryFn: ({ signal }) => call('GET admin/imports/:id/rows', { id, ...query }, { signal }),
    placeholderData: keepPreviousData,
  })

/** A change of an import. The page shows what follows, so no toast confirms it. */
export const useImportCall = <N extends CallName>(name: N) => useAdminCall(name, { success: null })

/** Uploads a file. The page of the import shows what follows, so no toast confirms it. */
export const useUploadImport = () =>
  useAdminMutation(
    ({ file, kind }: { file: File; kind: ImportedKind }) =>
      call('POST admin/imports', { filename: file.name.slice(0, 200), kind }, { files: { file } }),
    { success: null },
  )
