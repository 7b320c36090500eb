const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for HTML. */
export const escape = (text: string) =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
