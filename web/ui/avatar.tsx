import { useState } from 'react'
import { links } from '#contract/links.ts'

interface AvatarProps {
  /** File name of the image, if there is one. */
  file: string | null
  name: string
  /** Sets the size of the circle and of the initials. */
  className?: string
}

/** The image or the initials of a person. Hidden from screen readers: place it beside the name. */
export function Avatar({ file, name, className = 'size-12 text-lg' }: AvatarProps) {
  const [failed, setFailed] = useState<string[]>([])
  // Images below 160 px have no scaled version.
  const source = file
    ? [links.image(file, 160), links.image(file)].find((url) => !failed.includes(url))
    : undefined
  return (
    <span
      aria-hidden="true"
      className={`grid shrink-0 place-items-center overflow-hidden rounded-full bg-ground font-display text-quiet ${className}`}
    >
      {source ? (
        <img
          src={source}
          alt=""
          width={160}
          height={160}
          onError={() => setFailed([...failed, source])}
          className="size-full object-cover"
        />
      ) : (
        initials(name)
      )}
    </span>
  )
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  return [words[0], words.length > 1 ? words.at(-1) : ''].map(firstLetter).join('').toUpperCase()
}

/** The first grapheme: in many scripts a letter is more than one code point. */
function firstLetter(word = ''): string {
  return [...new Intl.Segmenter().segment(word)][0]?.segment ?? ''
}
