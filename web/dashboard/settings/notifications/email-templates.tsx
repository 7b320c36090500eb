import { useState } from 'react'
import type { EmailTemplate } from '#contract/email/email.ts'
import { useAdminCall } from '#web/data/admin/use-admin-mutation.ts'
import { useAdminData } from '#web/data/admin/query.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { EmailBody } from '#web/dashboard/emails/email-body.tsx'

/** The email templates, each with a preview and a test email. */
export function EmailTemplates() {
  const templates = useAdminData('GET admin/email-templates', {})
  const sendTest = useAdminCall('POST admin/email-templates/:template/test')
  const [preview, setPreview] = useState<EmailTemplate>()
  return (
    <Loaded query={templates} skeleton={<Skeleton className="h-72" />}>
      {(list) => (
        <>
          <ul className="max-w-3xl">
            {list.map((template) => (
              <li
                key={template.template}
                className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-3"
              >
                <div className="min-w-60 grow">
                  <p className="font-medium">{template.name}</p>
                  <p className="text-sm text-quiet">{template.when}</p>
                </div>
                <Button
                  kind="quiet"
                  aria-label={`Preview ${template.name}`}
                  onClick={() => setPreview(template)}
                >
                  Preview
                </Button>
                <Button
                  kind="quiet"
                  aria-label={`Send test of ${template.name}`}
                  onClick={() => sendTest.mutate({ template: template.template })}
                >
                  Send test
                </Button>
              </li>
            ))}
          </ul>
          {preview && (
            <Dialog title={preview.subject} onClose={() => setPreview(undefined)}>
              <EmailBody html={preview.html} text={preview.text} />
              <Button kind="secondary" className="mt-4" onClick={() => setPreview(undefined)}>
                Close
              </Button>
            </Dialog>
          )}
        </>
      )}
    </Loaded>
  )
}
