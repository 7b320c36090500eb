import { useRef, useState } from 'react'
import { buttonStyle } from '#web/ui/button-style.ts'
import { Icon } from '#web/ui/icon.tsx'
import { SortableList } from '#web/ui/list/sortable-list.tsx'
import { ImageItem } from './image-item.tsx'
import { lacksAlt, type ImageDraft, type ProductForm } from '../form/product-draft.ts'
import { useImageUploads } from './use-image-uploads.ts'

/** The images of a product: upload them by picker or drag and drop, sort them, and add alt texts. */
export function ImageSection({ form }: { form: ProductForm }) {
  const { draft, set, change, error } = form
  const { images } = draft
  const { add, refusals, dismiss } = useImageUploads(form)
  const [isDragOver, setDragOver] = useState(false)
  const picker = useRef<HTMLInputElement>(null)
  const withoutAlt = images.filter(lacksAlt).length

  function remove({ key, file }: ImageDraft) {
    change((now) => ({
      images: now.images.filter((image) => image.key !== key),
      variants: now.variants.map((variant) =>
        variant.image === file && file ? { ...variant, image: null } : variant,
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
          setDragOver(true)
        }}
        onDragLeave={() => setDragOver(false)}
        onDrop={(event) => {
          if (!event.dataTransfer.types.includes('Files')) return
          event.preventDefault()
          setDragOver(false)
          add(event.dataTransfer.files)
        }}
        className={`relative flex flex-col items-center gap-3 rounded-xs border-2 border-dashed px-4 py-8 text-center ${isDragOver ? 'border-ink bg-ground' : 'border-edge'}`}
      >
        <input
          ref={picker}
          type="file"
          accept="image/*"
          multiple
          aria-label="Add images"
          aria-describedby="images-hint"
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
          Add images
        </span>
        <p id="images-hint" className="text-sm text-quiet">
          Drag and drop or browse, up to 20 MB each. The first image is the main one.
        </p>
      </div>
      <div role="alert">
        {refusals.length > 0 && (
          <div className="mt-2 flex items-start justify-between gap-3 text-sm font-medium text-danger">
            <ul>
              {refusals.map(({ key, name, reason }) => (
                <li key={key} className="wrap-anywhere">
                  {name}: {reason}
                </li>
              ))}
            </ul>
            <button
              type="button"
              aria-label="Dismiss refused files"
              onClick={() => {
                dismiss()
                picker.current?.focus()
              }}
              className="grid size-8 shrink-0 cursor-pointer place-items-center rounded-xs text-ink hover:bg-ground"
            >
              <Icon name="close" className="size-4" />
            </button>
          </div>
        )}
      </div>
      {error('images') && <p className="mt-2 text-sm font-medium text-danger">{error('images')}</p>}
      {withoutAlt > 0 && (
        <p className="mt-3 text-sm text-warning">
          {withoutAlt === 1 ? '1 image has' : `${withoutAlt} images have`} no alt text. You can still save.
        </p>
      )}
      <SortableList
        label="Images"
        items={images}
        keyOf={({ key }) => key}
        nameOf={(image) => nameOf(image, images)}
        onMove={(moved) => set({ images: moved })}
        className="mt-4 grid gap-3"
        itemClassName="rounded-xs border border-line bg-card p-3"
      >
        {(image, handle) => (
          <ImageItem
            image={image}
            name={nameOf(image, images)}
            first={image === images[0]}
            handle={handle}
            onChange={(changes) =>
              set({
                images: images.map((other) => (other.key === image.key ? { ...other, ...changes } : other)),
              })
            }
            onRemove={() => remove(image)}
          />
        )}
      </SortableList>
    </>
  )
}

/** The name of an image in labels and announcements. */
function nameOf(image: ImageDraft, all: readonly ImageDraft[]): string {
  return image.name === image.file ? image.alt || `image ${all.indexOf(image) + 1}` : image.name
}
