declare module 'linebreak' {
  /** Finds the places where a line may break (UAX 14). The package has no types. */
  const LineBreaker: new (text: string) => { nextBreak(): { position: number } | null }
  export default LineBreaker
}
