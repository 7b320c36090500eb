const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Words as HTML shows them. */
export const escape = (words: string) => words.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
