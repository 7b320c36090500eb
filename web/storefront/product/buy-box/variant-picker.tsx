import { useEffect, useEffectEvent, useRef } from 'react'
import type { Image } from '#contract/fields.ts'
import type { ProductDetail, Variant } from '#contract/catalog/product.ts'
import { ProductImage } from '#web/ui/image.tsx'
import { optionChoices, postedVariant, type Choice } from './variant-choice.ts'

interface VariantPickerProps {
  product: ProductDetail
  chosen: Variant
  choose: (variant: Variant) => void
}

/** A group of radio buttons for each option. Values with different images show them. */
export function VariantPicker({ product, chosen, choose }: VariantPickerProps) {
  const area = useRef<HTMLDivElement>(null)
  const adopt = useEffectEvent(() => {
    const inputs = area.current?.querySelectorAll<HTMLInputElement>('input:checked') ?? []
    const fields = Object.fromEntries(Array.from(inputs, ({ name, value }) => [name, value]))
    const early = postedVariant(product.variants, fields)
    if (early && early !== chosen) choose(early)
  })
  // What was chosen before React arrived counts too.
  useEffect(() => adopt(), [])

  return (
    <div ref={area} className="mt-8 grid gap-6 noscript:hidden">
      {product.options.map((option) => {
        const choices = optionChoices(option, product.variants, chosen)
        const images = imagesOf(choices, product.images)
        const value = chosen.options[option.name]
        return (
          <fieldset key={option.name}>
            <legend className="mb-2.5">
              <span className="font-medium">{option.name}</span>
              <span className="text-quiet">: {value}</span>
            </legend>
            <div className="flex flex-wrap gap-2 sm:gap-2.5">
              {choices.map((choice) => (
                <VariantChoice
                  key={choice.value}
                  group={option.name}
                  choice={choice}
                  image={images?.get(choice.value)}
                  checked={choice.value === value}
                  onChoose={() => choose(choice.variant)}
                />
              ))}
            </div>
          </fieldset>
        )
      })}
    </div>
  )
}

/** The image of each value, if every value has a different one. */
function imagesOf(choices: Choice[], images: Image[]): Map<string, Image> | undefined {
  const byValue = new Map<string, Image>()
  for (const { value, variant } of choices) {
    const image = images.find(({ file }) => file === variant.image)
    if (image) byValue.set(value, image)
  }
  const distinct = new Set([...byValue.values()].map(({ file }) => file)).size
  return distinct === choices.length ? byValue : undefined
}

interface VariantChoiceProps {
  group: string
  choice: Choice
  image: Image | undefined
  checked: boolean
  onChoose: () => void
}

const notes = {
  available: '',
  'sold-out': 'Sold out',
  'other-combination': 'Not available together',
}

function VariantChoice({ group, choice: { value, state }, image, checked, onChoose }: VariantChoiceProps) {
  const note = notes[state]
  return (
    <label
      className={`relative cursor-pointer rounded-xs border border-edge bg-card text-sm transition-colors duration-150 hover:border-ink has-checked:border-ink has-checked:ring-1 has-checked:ring-ink has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-3 forced-colors:has-checked:outline-2 ${image ? 'w-min min-w-18 max-w-full sm:min-w-20' : 'flex min-h-11 min-w-14 flex-col items-center justify-center px-4 py-1.5'}`}
    >
      <input
        type="radio"
        name={`option.${group}`}
        value={value}
        checked={checked}
        onChange={onChoose}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
      />
      {image && (
        <ProductImage
          image={image}
          sizes="thumbnail"
          alt=""
          className={`h-18 rounded-t-[1px] sm:h-20 ${state === 'available' ? '' : 'opacity-50'}`}
        />
      )}
      <span
        className={`block text-center wrap-break-word ${image ? 'px-1.5 pt-1.5 pb-0.5 leading-tight' : ''} ${state === 'available' ? '' : 'line-through'}`}
      >
        {value}
      </span>
      {note && (
        <span className={`block text-center text-xs text-quiet ${image ? 'px-1 pb-1' : ''}`}>
          <span className="sr-only">, </span>
          {note}
        </span>
      )}
    </label>
  )
}
