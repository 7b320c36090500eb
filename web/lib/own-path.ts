/** The path that was asked for where it is one of this site, else home: `//evil.example` is another site. */
export function ownPath(wanted: string | null | undefined): string {
  return wanted && /^\/(?![/\\])[^\p{Cc}\\]*$/u.test(wanted) ? wanted : '/'
}
