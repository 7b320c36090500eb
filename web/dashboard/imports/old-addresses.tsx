import type { ImportSummary } from '#contract/imports/import.ts'
import { useAdminCall } from '#web/data/admin/use-admin-mutation.ts'
import { useCan } from '#web/data/account/permission.ts'
import { useAdminData } from '#web/data/admin/query.ts'
import { Button } from '#web/ui/button.tsx'

/** Offers redirects from the addresses that the products had before, once they are imported. */
export function OldAddresses({ data: { id, kind, step, emptied_at: emptiedAt } }: { data: ImportSummary }) {
  const can = useCan()
  const isOffered = kind === 'products' && step === 'done' && emptiedAt === null
  const canAdd = can('content')
  const { data } = useAdminData('GET admin/imports/:id/redirects', { id }, { enabled: isOffered && canAdd })
  const add = useAdminCall('POST admin/imports/:id/redirects')
  if (!isOffered || !data?.example) return null
  const { count, example } = data
  return (
    <div className="mt-4 border-t border-line pt-4">
      <p className="max-w-prose break-words">
        Links to the old shop can lead to the products here: {example.from} to {example.to}, for example.
      </p>
      <div className="mt-3">
        <Button kind="secondary" aria-disabled={add.isPending} onClick={() => add.mutate({ id })}>
          {count === 1
            ? 'Add 1 redirect from an old address'
            : `Add ${count.toLocaleString('en')} redirects from old addresses`}
        </Button>
      </div>
    </div>
  )
}
