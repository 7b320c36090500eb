/**
 * The value of `data-enhance`, for an element that a few lines of script improve and that needs no React: `listing/choices` is
 * web/storefront/listing/choices.enhance.ts, whose default export receives the element.
 */
export const enhancedBy = (name: string): string => `../storefront/${name}.enhance.ts`
