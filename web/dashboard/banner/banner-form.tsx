import { useState } from 'react'
import { createBannerInput, type AdminBanner } from '#contract/catalog/admin/banner.ts'
import { banners } from '#web/data/admin/catalog/banners.ts'
import { wallTime, wallTimeText, wallTimeToIso } from '#web/lib/format/zoned-time.ts'
import { ImageField } from '#web/ui/form/image-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { FormCard } from '../list-page/form-card.tsx'
import type { ListFormProps } from '../list-page/list-page.tsx'
import { Thumbnail } from '../list-page/thumbnail.tsx'
import { RecordForm } from '../record-form/record-form.tsx'

interface BannerFormProps extends Omit<ListFormProps<AdminBanner>, 'firstField'> {
  /** The shop's time zone, in which the dates are entered. */
  timeZone: string
}

/** Adds a banner, once an image is chosen, or edits one. */
export function BannerForm({ row: banner, timeZone, onDone }: BannerFormProps) {
  const { create, update } = banners.useChanges()
  const [hasImage, setHasImage] = useState(banner !== undefined)
  const id = banner?.id ?? 0
  const title = banner ? 'Edit Banner' : 'Add Banner'
  const timeZoneHint = `In the shop's time zone, ${timeZone}.`
  const at = (iso: string | null | undefined) => (iso ? wallTime(iso, timeZone) : '')
  return (
    <FormCard title={title} focused={banner !== undefined}>
      <RecordForm
        label={title}
        draft={`banner ${banner?.id ?? 'new'}`}
        action={banner ? 'Update Banner' : 'Add Banner'}
        schema={createBannerInput}
        read={({ shownFrom = '', shownUntil = '', ...fields }) => ({
          ...fields,
          shownFrom: wallTimeToIso(shownFrom, timeZone),
          shownUntil: wallTimeToIso(shownUntil, timeZone),
        })}
        record={banner}
        parts={[
          { name: 'Title', fields: ['title'] },
          { name: 'Subtitle', fields: ['subtitle'] },
          { name: 'Link', fields: ['link'] },
          {
            name: 'Show from',
            fields: ['shownFrom'],
            text: ({ shownFrom }) => wallTimeText(shownFrom, timeZone),
          },
          {
            name: 'Show until',
            fields: ['shownUntil'],
            text: ({ shownUntil }) => wallTimeText(shownUntil, timeZone),
          },
        ]}
        image={{ name: 'Banner Image', field: 'bannerimage', auditField: 'image' }}
        reread={() => banners.read(id)}
        create={(input, files) => create.mutateAsync({ ...input, files })}
        update={(input, { version }, files) => update.mutateAsync({ ...input, id, version, files })}
        multipart
        disabled={!hasImage}
        onSaved={onDone}
        onCancel={banner && onDone}
      >
        {(form) => (
          <>
            <ImageField
              {...form.field('bannerimage')}
              label="Banner Image"
              hint="Wide images look best. JPEG, PNG, WebP, AVIF or GIF, up to 20 MB"
              required={!banner}
              shape="wide"
              onChoose={(file) => setHasImage(banner !== undefined || file !== undefined)}
            >
              {banner && <Thumbnail image={banner.image} wide />}
            </ImageField>
            <TextField
              {...form.field('title')}
              label="Title"
              required={false}
              maxLength={200}
              hint="Also used as alt text."
              defaultValue={banner?.title}
            />
            <TextField
              {...form.field('subtitle')}
              label="Subtitle"
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
              hint="A page of this shop, starting with a slash."
              defaultValue={banner?.link ?? ''}
            />
            <TextField
              {...form.field('shownFrom')}
              type="datetime-local"
              label="Show from"
              required={false}
              hint={timeZoneHint}
              defaultValue={at(banner?.shownFrom)}
            />
            <TextField
              {...form.field('shownUntil')}
              type="datetime-local"
              label="Show until"
              required={false}
              hint={timeZoneHint}
              defaultValue={at(banner?.shownUntil)}
            />
          </>
        )}
      </RecordForm>
    </FormCard>
  )
}
