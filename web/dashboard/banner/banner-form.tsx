import { useState } from 'react'
import type { z } from 'zod'
import { createBannerInput, type AdminBanner } from '#contract/admin-banner.ts'
import { readBanner, useBannerChanges } from '../../data/admin-banners.ts'
import { showToast } from '../../lib/toasts.ts'
import { momentAt, wallTime } from '../../lib/zoned-time.ts'
import { Form } from '../../ui/form/form.tsx'
import { PictureField } from '../../ui/form/picture-field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { useUnsavedGuard } from '../../ui/form/use-unsaved-guard.tsx'
import { momentWords } from '../meanwhile/moment-words.ts'
import { useSaving } from '../meanwhile/use-saving.tsx'
import { FormCard } from '../shelves/form-card.tsx'
import { Thumbnail } from '../shelves/thumbnail.tsx'

interface BannerFormProps {
  /** The one to change; without, a new one. */
  banner: AdminBanner | undefined
  /** Of the shop: what the dates are meant in. */
  timeZone: string
  onDone(): void
}

/** Adds a banner, once a picture is chosen, or changes one. */
export function BannerForm({ banner, timeZone, onDone }: BannerFormProps) {
  const { add, update } = useBannerChanges()
  const id = banner?.id ?? 0
  const { save, question } = useSaving<z.input<typeof createBannerInput>>({
    start: banner ?? { version: 0 },
    parts: [
      { name: 'Text', fields: ['title'] },
      { name: 'Second line', fields: ['subtitle'] },
      { name: 'Link', fields: ['link'] },
      {
        name: 'Shown from',
        fields: ['shownFrom'],
        words: ({ shownFrom }) => momentWords(shownFrom, timeZone),
      },
      {
        name: 'Shown until',
        fields: ['shownUntil'],
        words: ({ shownUntil }) => momentWords(shownUntil, timeZone),
      },
    ],
    picture: { name: 'Banner Image', field: 'bannerimage', journal: 'picture' },
    reread: () => readBanner(id),
    send: async (input, version, files) =>
      showToast('success', await update({ ...input, id, version }, files)),
  })
  const [chosen, setChosen] = useState(false)
  const [typed, setTyped] = useState(false)
  const form = useForm({
    schema: createBannerInput,
    read: ({ shownFrom = '', shownUntil = '', ...fields }) => ({
      ...fields,
      shownFrom: momentAt(shownFrom, timeZone),
      shownUntil: momentAt(shownUntil, timeZone),
    }),
    async submit(input, files) {
      if (banner) await save(input, files)
      else showToast('success', await add(input, files))
      onDone()
    },
  })
  const leaving = useUnsavedGuard(form.ref, typed)
  const title = banner ? 'Edit Banner' : 'Add Banner'
  const zone = `In the shop's time zone, ${timeZone}.`
  const at = (iso: string | null | undefined) => (iso ? wallTime(iso, timeZone) : '')

  return (
    <FormCard title={title} focused={banner !== undefined}>
      <div onInput={() => setTyped(true)}>
        <Form
          form={form}
          label={title}
          action={banner ? 'Update Banner' : 'Add Banner'}
          busyAction="Saving…"
          multipart
          disabled={!banner && !chosen}
          onCancel={banner && onDone}
        >
          <PictureField
            {...form.field('bannerimage')}
            label="Banner Image"
            hint="Wide pictures look best. JPEG, PNG, WebP, AVIF or GIF, up to 20 MB"
            required={!banner}
            shape="wide"
            onChoose={(file) => setChosen(file !== undefined)}
          >
            {banner && <Thumbnail picture={banner.picture} wide />}
          </PictureField>
          <TextField
            {...form.field('title')}
            label="Text"
            required={false}
            maxLength={200}
            hint="Also read to those who cannot see the picture."
            defaultValue={banner?.title}
          />
          <TextField
            {...form.field('subtitle')}
            label="Second line"
            required={false}
            maxLength={300}
            defaultValue={banner?.subtitle}
          />
          <TextField
            {...form.field('link')}
            label="Link"
            required={false}
            maxLength={500}
            placeholder="/categories/sale"
            hint="A page of this shop, beginning with a slash."
            defaultValue={banner?.link ?? ''}
          />
          <TextField
            {...form.field('shownFrom')}
            type="datetime-local"
            label="Shown from"
            required={false}
            hint={zone}
            defaultValue={at(banner?.shownFrom)}
          />
          <TextField
            {...form.field('shownUntil')}
            type="datetime-local"
            label="Shown until"
            required={false}
            hint={zone}
            defaultValue={at(banner?.shownUntil)}
          />
        </Form>
      </div>
      {question}
      {leaving}
    </FormCard>
  )
}
