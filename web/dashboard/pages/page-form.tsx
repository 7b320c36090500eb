import { Fragment, useState } from 'react'
import { Navigate, useNavigate } from 'react-router'
import { pageInput, type AdminPage } from '#contract/content/admin-page.ts'
import { placeholders } from '#contract/content/placeholders.ts'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import { links } from '#contract/links.ts'
import { pages, useDeletePage, usePagePreview } from '#web/data/admin/pages.ts'
import { useDebounced } from '#web/lib/use-debounced.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { describeForm } from '../record-form/describe-form.ts'
import { DescribedForm } from '../record-form/described-form.tsx'
import { area, text } from '../record-form/fields.tsx'

const describePage = (onBody: (body: string) => void) =>
  describeForm(pageInput, {
    title: text('Title'),
    slug: text('URL handle', {
      hint: 'Lowercase letters, digits and hyphens: size-guide becomes /pages/size-guide. Built-in pages keep their short URL, such as /about.',
      autoCapitalize: 'none',
      spellCheck: false,
    }),
    body: area('Text', {
      hint: 'Markdown: # heading, **bold**, - list, [link text](/page). HTML is not rendered.',
      rows: 18,
      required: false,
      onInput: ({ currentTarget }) => onBody(currentTarget.value),
    }),
  })

/** A form for a content page beside its preview. `undefined` is a new page. */
export function PageForm({ page }: { page: AdminPage | undefined }) {
  const navigate = useNavigate()
  const { create, update } = pages.useChanges()
  const remove = useDeletePage()
  const [body, setBody] = useState(page?.body ?? '')
  const [isConfirming, setConfirming] = useState(false)
  const [isDeleted, setDeleted] = useState(false)
  const id = page?.id ?? 0

  // Unmounts the form first: unsaved changes to a deleted page must not block the navigation.
  if (isDeleted) return <Navigate to={dashboardLinks.pages()} replace />
  return (
    <div className="grid gap-8 xl:grid-cols-2">
      <DescribedForm
        label="Page"
        draft={`page ${page?.id ?? 'new'}`}
        action={page ? 'Save' : 'Add page'}
        of={describePage(setBody)}
        record={page}
        reread={() => pages.read(id)}
        create={(input) => create.mutateAsync(input)}
        update={(input, { version }) => update.mutateAsync({ ...input, id, version })}
        onSaved={(created) =>
          created && void navigate(dashboardLinks.page(created.data.id), { replace: true })
        }
        beside={page && <PageActions page={page} onDelete={() => setConfirming(true)} />}
      >
        {({ place }) => (
          <>
            {place('title')}
            {place('slug')}
            {place('body')}
            <PlaceholderList />
          </>
        )}
      </DescribedForm>
      <Preview body={body} />
      {isConfirming && page && (
        <ConfirmDialog
          title={`Delete “${page.title}”?`}
          text={
            page.linked
              ? 'The footer links to this page; the link would break. You can restore the page from the activity log.'
              : 'You can restore it from the activity log.'
          }
          confirm="Delete page"
          onClose={() => setConfirming(false)}
          onConfirm={() => remove.mutate(id, { onSuccess: () => setDeleted(true) })}
        />
      )}
    </div>
  )
}

function PageActions({ page, onDelete }: { page: AdminPage; onDelete(): void }) {
  return (
    <>
      <a href={links.page(page.slug)} target="_blank" rel="noopener" className="underline underline-offset-4">
        View in shop
      </a>
      <Button kind="quiet" onClick={onDelete}>
        Delete
      </Button>
    </>
  )
}

/** What the text can show of the settings. */
function PlaceholderList() {
  return (
    <details>
      <summary className="min-h-11 cursor-pointer content-center">Show your settings in the text</summary>
      <p className="mt-1 mb-3 text-sm text-quiet">
        The page shows the current value, and changes with the settings. Put tables on a line of their own.
      </p>
      <dl className="grid gap-x-6 gap-y-1 text-sm sm:grid-cols-[auto_1fr]">
        {Object.entries(placeholders).map(([name, shows]) => (
          <Fragment key={name}>
            <dt className="font-mono">{`{{${name}}}`}</dt>
            <dd className="text-quiet max-sm:mb-2">{shows}</dd>
          </Fragment>
        ))}
      </dl>
    </details>
  )
}

/** The text as the server renders it for the shop. */
function Preview({ body }: { body: string }) {
  const debouncedBody = useDebounced(body, 300)
  const { data: html = '', isError } = usePagePreview(debouncedBody)
  return (
    <section aria-label="Preview" className="min-w-0">
      <h2 className="mb-2 font-medium">Preview</h2>
      {isError && <p className="mb-2 text-danger">The preview couldn’t be loaded.</p>}
      {/* The server renders the Markdown and escapes all HTML in it. */}
      <div
        className="prose min-h-40 overflow-x-auto rounded-xs border border-line bg-card p-5"
        dangerouslySetInnerHTML={{ __html: html }}
      />
    </section>
  )
}
