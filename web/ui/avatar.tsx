import { useState } from 'react'
import { links } from '#contract/links.ts'

interface AvatarProps {
  /** File name of the picture, where there is one. */
  file: string | null
  name: string
  /** Its size and that of its letters. */
  className?: string
}

/** The picture of a person, or the first letters of the name. It stands beside the name, which says the same. */
export function Avatar({ file, name, className = 'size-12 text-lg' }: AvatarProps) {
  const [failed, setFailed] = useState<string[]>([])
  // A small picture has no scaled form.
  const source = file
    ? [links.picture(file, 160), links.picture(file)].find((address) => !failed.includes(address))
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

/** As people read it: in many scripts a letter is more than one character. */
function firstLetter(word = ''): string {
  return [...new Intl.Segmenter().segment(word)][0]?.segment ?? ''
}
