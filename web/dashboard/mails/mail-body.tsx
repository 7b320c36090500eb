import { useState } from 'react'
import { Button } from '../../ui/button.tsx'

interface MailBodyProps {
  html: string
  text: string
}

/** The words of a mail, as they look or as plain text. The frame runs no script, sends nothing and leads nowhere. */
export function MailBody({ html, text }: MailBodyProps) {
  const [plain, setPlain] = useState(false)
  return (
    <>
      <div className="mb-3 flex gap-3">
        <Button kind="quiet" aria-pressed={!plain} onClick={() => setPlain(false)}>
          As it looks
        </Button>
        <Button kind="quiet" aria-pressed={plain} onClick={() => setPlain(true)}>
          As text
        </Button>
      </div>
      {plain ? (
        <textarea
          readOnly
          aria-label="Mail as text"
          value={text}
          className="h-80 w-full rounded-xs border border-line p-4 text-sm"
        />
      ) : (
        <iframe
          title="Mail"
          sandbox=""
          srcDoc={html}
          className="h-80 w-full rounded-xs border border-line bg-white"
        />
      )}
    </>
  )
}
