export { contentRoutes } from './content.routes.ts'
export { descriptionHtml } from './markdown.ts'
export {
  createContentPage,
  deleteContentPage,
  updateContentPage,
  type ContentPageInput,
} from './content-page.writes.ts'
export { revertiblePage } from './revertible-page.ts'
