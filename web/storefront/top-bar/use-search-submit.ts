import type { SubmitEvent } from 'react'
import { useNavigate } from '#web/lib/navigation/navigation.ts'
import { links } from '#contract/links.ts'

/** The submit handler of search forms. It opens the results and ignores blank text. */
export function useSearchSubmit(): (event: SubmitEvent<HTMLFormElement>) => void {
  const navigate = useNavigate()
  return (event) => {
    event.preventDefault()
    const text = new FormData(event.currentTarget).get('q')
    if (typeof text === 'string' && text.trim()) void navigate(links.search(text.trim()))
  }
}
