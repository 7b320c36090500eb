import { useState } from 'react'
import type { ImportStep, ImportSummary, ImportWarning } from '#contract/imports/import.ts'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import { useImportCall } from '#web/data/admin/operations/imports.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Panel } from '../panel.tsx'
import { OldAddresses } from './old-addresses.tsx'
import { durationText, countText, stepLabels, warningLabels } from './import-labels.ts'

/** What the import has done or will do, and the next step. */
export function ImportStatus({ data }: { data: ImportSummary }) {
  const { step, error, counts } = data
  return (
    <Panel title={stepLabels[step]}>
      <div role="status">
        <p className="max-w-prose">{error ?? statusText(data)}</p>
      </div>
      {(step === 'running' || step === 'undoing') && <Progress data={data} />}
      {step === 'done' && counts.failed > 0 && (
        <p className="mt-2 font-medium text-danger">
          {countText(data.kind, counts.failed)} could not be imported.
        </p>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        {step === 'ready' && counts.create + counts.update > 0 && <StartButton data={data} />}
        {step === 'done' && data.emptied_at === null && <UndoButton data={data} />}
        {withdrawals[step] && <WithdrawButton data={data} />}
        {(step === 'done' || step === 'undone') && data.emptied_at === null && <EmptyButton id={data.id} />}
        {(step === 'done' || step === 'undone') && (
          <LinkButton href={dashboardLinks.audit({ job: data.job })}>Show in activity log</LinkButton>
        )}
      </div>
      <OldAddresses data={data} />
    </Panel>
  )
}

function statusText({
  kind,
  step,
  counts,
  done,
  waitsfor,
  stopping,
  emptied_at: emptiedAt,
}: ImportSummary): string {
  if (emptiedAt !== null) return 'The file and its rows are deleted, so this import can no longer be undone.'
  if (stopping) return 'Stopping after the current rows.'
  if (waitsfor !== null) return `Waiting for “${waitsfor}” to finish. You can leave this page.`
  const { create, update, unchanged, refuse, kept } = counts
  if (step === 'checking') return 'Checking the file. Nothing is changed yet.'
  if (step === 'ready') {
    if (create + update === 0 && refuse === 0) return 'Everything in this file is in your shop already.'
    const parts = [`${create} new`, `${update} changed`, `${unchanged} unchanged`, `${refuse} refused`]
    return `${parts.join(', ')}. Nothing is changed yet.`
  }
  if (step === 'running') return 'You can leave this page. The import goes on.'
  if (step === 'done') return `${countText(kind, done - counts.failed)} imported.`
  if (step === 'undoing') return 'Undoing the import. You can leave this page.'
  if (kept === 0) return 'Everything is as it was before the import.'
  return `${countText(kind, kept)} stay, because they have changed or are in use. Everything else is as it was before the import.`
}

function Progress({ data: { done, total, secondsleft } }: { data: ImportSummary }) {
  return (
    <div className="mt-4 max-w-prose">
      <progress
        aria-label="Progress"
        value={done}
        max={Math.max(1, total)}
        className="h-3 w-full accent-accent"
      />
      <p className="mt-1 text-sm text-quiet tabular">
        {done} of {total}
        {secondsleft !== null && `, ${durationText(secondsleft)} left`}
      </p>
    </div>
  )
}

function StartButton({ data: { id, kind, counts, warnings } }: { data: ImportSummary }) {
  const apply = useImportCall('POST admin/imports/:id/apply')
  const [isAsking, setAsking] = useState(false)
  const found = (Object.entries(warnings) as [ImportWarning, number][]).filter(([, count]) => count > 0)
  const start = () => apply.mutate({ id, accept: found.length > 0 })
  return (
    <>
      <Button aria-disabled={apply.isPending} onClick={() => (found.length > 0 ? setAsking(true) : start())}>
        Import {countText(kind, counts.create + counts.update)}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Import these changes?"
          text={found
            .map(([warning, count]) => `${warningLabels[warning]}: ${countText(kind, count)}.`)
            .join(' ')}
          confirm="Import anyway"
          onClose={() => setAsking(false)}
          onConfirm={start}
        />
      )}
    </>
  )
}

function UndoButton({ data: { id, filename } }: { data: ImportSummary }) {
  const undo = useImportCall('POST admin/imports/:id/undo')
  return (
    <AskingButton
      button="Undo import"
      title="Undo this import?"
      text={`Everything that ${filename} has added or changed goes back to what it was. What somebody changed later is kept.`}
      isDisabled={undo.isPending}
      onConfirm={() => undo.mutate({ id })}
    />
  )
}

/** The button of each step that can be given up, and what it says first. */
const withdrawals: Partial<Record<ImportStep, { button: string; title: string; text: string }>> = {
  ...Object.fromEntries(
    (['mapping', 'checking', 'ready', 'failed'] as const).map((step) => [
      step,
      {
        button: 'Withdraw import',
        title: 'Withdraw this import?',
        text: 'Nothing of the file has been imported. Its rows are deleted; to import it later, upload it again.',
      },
    ]),
  ),
  running: {
    button: 'Stop import',
    title: 'Stop this import?',
    text: 'It stops after the current rows. What is imported stays, and you can undo it.',
  },
  undoing: {
    button: 'Stop undo',
    title: 'Stop undoing?',
    text: 'It stops after the current rows. You can undo the others later.',
  },
}

function WithdrawButton({ data: { id, step, stopping } }: { data: ImportSummary }) {
  const withdraw = useImportCall('POST admin/imports/:id/withdraw')
  const texts = withdrawals[step]
  if (!texts) return null
  return (
    <AskingButton
      {...texts}
      isDisabled={withdraw.isPending || stopping}
      onConfirm={() => withdraw.mutate({ id })}
    />
  )
}

function EmptyButton({ id }: { id: number }) {
  const empty = useImportCall('DELETE admin/imports/:id/data')
  return (
    <AskingButton
      button="Delete file and rows"
      title="Delete the file and its rows?"
      text="What is imported stays in your shop. After that, this import can no longer be undone."
      isDisabled={empty.isPending}
      onConfirm={() => empty.mutate({ id })}
    />
  )
}

interface AskingButtonProps {
  button: string
  title: string
  text: string
  isDisabled: boolean
  onConfirm(): void
}

function AskingButton({ button, title, text, isDisabled, onConfirm }: AskingButtonProps) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button
        kind="secondary"
        aria-disabled={isDisabled}
        onClick={() => {
          if (!isDisabled) setAsking(true)
        }}
      >
        {button}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={title}
          text={text}
          confirm={button}
          onClose={() => setAsking(false)}
          onConfirm={onConfirm}
        />
      )}
    </>
  )
}
