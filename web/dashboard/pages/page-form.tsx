import { useEffect, useState } from 'react'
import type { z } from 'zod'
import { useNavigate } from 'react-router'
import { pageInput, type AdminPage } from '#contract/admin-page.ts'
import { links } from '#contract/links.ts'
import { readPage, usePageChanges, usePagePreview } from '../../data/admin-pages.ts'
import { wordsOf } from '../../data/personal-change.ts'
import { showToast } from '../../lib/toasts.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Form } from '../../ui/form/form.tsx'
import { TextAreaField } from '../../ui/form/text-area-field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { useUnsavedGuard } from '../../ui/form/use-unsaved-guard.tsx'
import { useSaving } from '../meanwhile/use-saving.tsx'

const listPath = '/dashboard/pages'
const none = { id: 0, title: '', slug: '', body: '', version: 0 }

/** The text of a page beside what it will look like; `undefined` is a new one. */
export function PageForm({ page }: { page: AdminPage | undefined }) {
  const navigate = useNavigate()
  const { create, update, remove } = usePageChanges()
  const [body, setBody] = useState(page?.body ?? '')
  const [changed, setChanged] = useState(false)
  const [deleting, setDeleting] = useState(false)
  const [leaving, setLeaving] = useState<string>()
  const { id } = page ?? none
  const { save, question } = useSaving<z.input<typeof pageInput>>({
    start: page ?? none,
    parts: [
      { name: 'Title', fields: ['title'] },
      { name: 'Address', fields: ['slug'] },
      { name: 'Text', fields: ['body'] },
    ],
    reread: () => readPage(id),
    send: (input, version) => update({ ...input, id, version }),
  })
  const form = useForm({
    schema: pageInput,
    async submit(input) {
      const made = page ? await save(input) : await create(input)
      setChanged(false)
      // Once it is known that nothing is unsaved.
      if (made) setLeaving(`${listPath}/${made}`)
    },
  })
  const unsaved = useUnsavedGuard(form.ref, changed)
  useEffect(() => {
    if (leaving && !changed) void navigate(leaving, { replace: true })
  }, [leaving, changed, navigate])

  async function removeIt() {
    try {
      await remove(id)
      showToast('success', 'The page is deleted')
      setChanged(false)
      setLeaving(listPath)
    } catch (error) {
      showToast('error', wordsOf(error as Error))
    }
  }

  return (
    <div className="grid gap-8 xl:grid-cols-2" onInput={() => setChanged(true)}>
      <Form
        form={form}
        label="Page"
        action="Save"
        busyAction="Saving…"
        beside={
          page && (
            <>
              <a
                href={links.page(page.slug)}
                target="_blank"
                rel="noopener"
                className="underline underline-offset-4"
              >
                Open in the shop
              </a>
              <Button kind="quiet" onClick={() => setDeleting(true)}>
                Delete
              </Button>
            </>
          )
        }
      >
        <TextField {...form.field('title')} label="Title" defaultValue={page?.title} />
        <TextField
          {...form.field('slug')}
          label="Address"
          hint="Small letters, digits and hyphens: size-guide becomes /pages/size-guide. Pages that came with the shop keep their short address, such as /about."
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={page?.slug}
        />
        <TextAreaField
          {...form.field('body')}
          label="Text"
          hint="Markdown: # heading, **bold**, - list, [words](/address). HTML is shown as it is written."
          rows={18}
          required={false}
          value={body}
          onChange={({ target }) => setBody(target.value)}
        />
      </Form>
      <Preview body={body} />
      {question}
      {unsaved}
      {deleting && page && (
        <ConfirmDialog
          title={`Delete “${page.title}”?`}
          text={
            page.linked
              ? 'The footer links to this page: its link would lead nowhere. The page can be brought back from the history.'
              : 'It can be brought back from the history.'
          }
          confirm="Delete page"
          onClose={() => setDeleting(false)}
          onConfirm={() => void removeIt()}
        />
      )}
    </div>
  )
}

/** What the text will look like, as the server makes it for the shop. */
function Preview({ body }: { body: string }) {
  const waited = useDebounced(body, 300)
  const { data: html = '', isError } = usePagePreview(waited, true)
  return (
    <section aria-label="Preview" className="min-w-0">
      <h2 className="mb-2 font-medium">Preview</h2>
      {isError && <p className="mb-2 text-danger">The preview cannot be made right now.</p>}
      {/* Made by the server from Markdown, with all HTML in it escaped. */}
      <div
        className="prose min-h-40 overflow-x-auto rounded-xs border border-line bg-card p-5"
        dangerouslySetInnerHTML={{ __html: html }}
      />
    </section>
  )
}
