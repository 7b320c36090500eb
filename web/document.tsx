import type { ReactNode } from 'react'
import textFont from './fonts/instrument-sans-basic.woff2?url'
import { MissingImages } from './ui/missing-images.tsx'
import theme from './theme.css?url'

/** The document around every page. */
export function Document({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#000000" />
        {/* With a precedence, React places it before the scripts, which would delay it. */}
        <link rel="stylesheet" href={theme} precedence="default" />
        {/* Not the font of headings, which would compete with the main image. */}
        <link rel="preload" href={textFont} as="font" type="font/woff2" crossOrigin="anonymous" />
        <link rel="icon" href="/favicon.ico" sizes="48x48" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
      </head>
      <body>
        <MissingImages />
        {children}
      </body>
    </html>
  )
}
