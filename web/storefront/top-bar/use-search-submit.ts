import type { SubmitEvent } from 'react'
import { useNavigate } from 'react-router'
import { links } from '#contract/links.ts'

/** What a search form does when it is sent: opens the results of the trimmed text; blank text goes nowhere. */
export function useSearchSubmit(): (event: SubmitEvent<HTMLFormElement>) => void {
  const navigate = useNavigate()
  return (event) => {
    event.preventDefault()
    const text = new FormData(event.currentTarget).get('q')
    if (typeof text === 'string' && text.trim()) void navigate(links.search(text.trim()))
  }
}
