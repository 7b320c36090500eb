import { useRef, useState } from 'react'
import { buttonStyle } from '../../ui/button-style.ts'
import { SortableList } from '../../ui/sortable-list.tsx'
import { PictureItem } from './picture-item.tsx'
import { lacksAlt, type PictureDraft } from './product-draft.ts'
import type { ProductForm } from './product-form.ts'
import { usePictureUploads } from './use-picture-uploads.ts'

/** The pictures of a product: dropped or picked, sent at once, put in order, each with what it shows. */
export function PictureSection({ form }: { form: ProductForm }) {
  const { draft, set, change, error } = form
  const { pictures } = draft
  const { add } = usePictureUploads(form)
  const [over, setOver] = useState(false)
  const picker = useRef<HTMLInputElement>(null)
  const silent = pictures.filter(lacksAlt).length

  function remove({ key, file }: PictureDraft) {
    change((now) => ({
      pictures: now.pictures.filter((picture) => picture.key !== key),
      variants: now.variants.map((variant) =>
        variant.picture === file && file ? { ...variant, picture: null } : variant,
      ),
    }))
    picker.current?.focus()
  }

  return (
    <>
      <div
        onDragOver={(event) => {
          if (!event.dataTransfer.types.includes('Files')) return
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          if (!event.dataTransfer.types.includes('Files')) return
          event.preventDefault()
          setOver(false)
          add(event.dataTransfer.files)
        }}
        className={`relative flex flex-col items-center gap-3 rounded-xs border-2 border-dashed px-4 py-8 text-center ${over ? 'border-ink bg-ground' : 'border-edge'}`}
      >
        <input
          ref={picker}
          type="file"
          accept="image/*"
          multiple
          aria-label="Add pictures"
          aria-describedby="pictures-hint"
          onChange={({ target }) => {
            add(target.files ?? [])
            target.value = ''
          }}
          className="peer absolute inset-0 cursor-pointer opacity-0"
        />
        <span
          aria-hidden="true"
          className={buttonStyle(
            'secondary',
            'peer-hover:bg-ink peer-hover:text-page peer-focus-visible:outline-2 peer-focus-visible:outline-offset-3 peer-focus-visible:outline-ink',
          )}
        >
          Add pictures
        </span>
        <p id="pictures-hint" className="text-sm text-quiet">
          Choose them or drop them here, up to 20 MB each. The first one stands in lists.
        </p>
      </div>
      {error('pictures') && <p className="mt-2 text-sm font-medium text-danger">{error('pictures')}</p>}
      {silent > 0 && (
        <p className="mt-3 text-sm text-warning">
          {silent === 1 ? 'One picture has' : `${silent} pictures have`} no text for those who cannot see it.
          You can save all the same.
        </p>
      )}
      <SortableList
        label="Pictures"
        items={pictures}
        keyOf={({ key }) => key}
        nameOf={(picture) => nameOf(picture, pictures)}
        onMove={(moved) => set({ pictures: moved })}
        className="mt-4 grid gap-3"
        itemClassName="rounded-xs border border-line bg-card p-3"
      >
        {(picture, handle) => (
          <PictureItem
            picture={picture}
            name={nameOf(picture, pictures)}
            first={picture === pictures[0]}
            handle={handle}
            onAlt={(alt) =>
              set({ pictures: pictures.map((one) => (one.key === picture.key ? { ...one, alt } : one)) })
            }
            onRemove={() => remove(picture)}
          />
        )}
      </SortableList>
    </>
  )
}

/** What a picture is called in labels and announcements. */
function nameOf(picture: PictureDraft, all: readonly PictureDraft[]): string {
  return picture.name === picture.file ? picture.alt || `picture ${all.indexOf(picture) + 1}` : picture.name
}
