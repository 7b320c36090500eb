declare module '@adobe/structured-data-validator' {
  /** Checks structured data against Google's rules for search results. The package has no types. */
  const Validator: new () => {
    validate(found: {
      jsonld: Record<string, object[]>
      microdata: object
      rdfa: object
    }): Promise<{ severity: 'ERROR' | 'WARNING'; issueMessage: string }[]>
  }
  export default Validator
}
