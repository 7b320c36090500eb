import { useState } from 'react'
import { exportOfAccount } from '../../data/account.ts'
import { serverMessage } from '../../lib/api.ts'
import { showToast } from '../../lib/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'
import { Panel } from './panel.tsx'

/** Taking one's data along, and leaving. */
export function PrivacyPanel() {
  const [deleting, setDeleting] = useState(false)
  return (
    <div className="flex flex-col gap-6">
      <Panel
        title="Export my data"
        intro="Everything that we keep about your account, in one file that people and programs can read."
      >
        <Button kind="secondary" onClick={() => void download()}>
          Download my data
        </Button>
      </Panel>
      <Panel
        title="Delete my account"
        intro="Your details, addresses, cart and wishlist are deleted at once and cannot be brought back. Comments stay without your name."
      >
        <Button kind="secondary" onClick={() => setDeleting(true)}>
          Delete my account
        </Button>
      </Panel>
      {deleting && <DeleteAccountDialog onClose={() => setDeleting(false)} />}
    </div>
  )
}

async function download() {
  try {
    const url = URL.createObjectURL(await exportOfAccount())
    const link = document.createElement('a')
    link.href = url
    link.download = 'my-data.json'
    link.click()
    setTimeout(() => URL.revokeObjectURL(url), 60_000)
  } catch (error) {
    showToast('error', serverMessage(error) ?? 'Your data could not be read. Please try again.')
  }
}
