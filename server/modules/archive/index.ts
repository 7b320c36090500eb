export { openArchive } from './read-archive.ts'
export { restoreShop } from './restore-shop.writes.ts'
export { writeArchive } from './write-archive.ts'
