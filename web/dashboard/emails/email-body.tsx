import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'

interface EmailBodyProps {
  html: string
  text: string
}

/** An email as HTML or isPlain text. The sandboxed frame runs no scripts, submits no forms and follows no links. */
export function EmailBody({ html, text }: EmailBodyProps) {
  const [isPlain, setIsPlain] = useState(false)
  return (
    <>
      <div className="mb-3 flex gap-3">
        <Button kind="quiet" aria-pressed={!isPlain} onClick={() => setIsPlain(false)}>
          HTML
        </Button>
        <Button kind="quiet" aria-pressed={isPlain} onClick={() => setIsPlain(true)}>
          Plain text
        </Button>
      </div>
      {isPlain ? (
        <textarea
          readOnly
          aria-label="Plain text of the email"
          value={text}
          className="h-80 w-full rounded-xs border border-line p-4 text-sm"
        />
      ) : (
        <iframe
          title="Email"
          sandbox=""
          srcDoc={html}
          className="h-80 w-full rounded-xs border border-line bg-white"
        />
      )}
    </>
  )
}
