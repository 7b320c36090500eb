import { useState } from 'react'
import { createBannerInput, type AdminBanner } from '#contract/catalog/admin/banner.ts'
import { banners } from '#web/data/admin/catalog/banners.ts'
import { FormCard } from '../list-page/form-card.tsx'
import type { ListFormProps } from '../list-page/list-page.tsx'
import { Thumbnail } from '../list-page/thumbnail.tsx'
import { describeForm } from '../record-form/describe-form.ts'
import { DescribedForm } from '../record-form/described-form.tsx'
import { image, moment, text } from '../record-form/fields.tsx'

interface BannerFormProps extends Omit<ListFormProps<AdminBanner>, 'firstField'> {
  /** The shop's time zone, in which the dates are entered. */
  timeZone: string
}

interface BannerFields {
  banner: AdminBanner | undefined
  timeZone: string
  onChoose(file: File | undefined): void
}

const describeBanner = ({ banner, timeZone, onChoose }: BannerFields) => {
  const hint = `In the shop's time zone, ${timeZone}.`
  return describeForm(createBannerInput, {
    bannerimage: image('Banner Image', {
      auditName: 'image',
      hint: 'Wide images look best. JPEG, PNG, WebP, AVIF or GIF, up to 20 MB',
      required: !banner,
      shape: 'wide',
      onChoose,
      current: banner && <Thumbnail image={banner.image} size="wide" />,
    }),
    title: text('Title', { hint: 'Also used as alt text.', required: false, maxLength: 200 }),
    subtitle: text('Subtitle', { required: false, maxLength: 300 }),
    link: text('Link', {
      hint: 'A page of this shop, starting with a slash.',
      required: false,
      maxLength: 500,
      placeholder: '/categories/sale',
    }),
    shownFrom: moment('Show from', timeZone, { hint }),
    shownUntil: moment('Show until', timeZone, { hint }),
  })
}

/** Adds a banner, once an image is chosen, or edits one. */
export function BannerForm({ row: banner, timeZone, onDone }: BannerFormProps) {
  const { create, update } = banners.useChanges()
  const [hasImage, setHasImage] = useState(banner !== undefined)
  const id = banner?.id ?? 0
  const title = banner ? 'Edit Banner' : 'Add Banner'
  return (
    <FormCard title={title} focused={banner !== undefined}>
      <DescribedForm
        label={title}
        draft={`banner ${banner?.id ?? 'new'}`}
        action={banner ? 'Update Banner' : 'Add Banner'}
        of={describeBanner({
          banner,
          timeZone,
          onChoose: (file) => setHasImage(banner !== undefined || file !== undefined),
        })}
        record={banner}
        reread={() => banners.read(id)}
        create={(input, files) => create.mutateAsync({ ...input, files })}
        update={(input, { version }, files) => update.mutateAsync({ ...input, id, version, files })}
        disabled={!hasImage}
        onSaved={onDone}
        onCancel={banner && onDone}
      />
    </FormCard>
  )
}
