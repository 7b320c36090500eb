/** The names of a build's caches: the offline page with all scripts that are stored, and the visited pages. */
export const offlineCaches = (build: string) => ({ shell: `shell-${build}`, pages: `pages-${build}` })
