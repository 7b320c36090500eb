export { contentRoutes } from './content.routes.ts'
export { descriptionHtml, descriptionText } from './markdown.ts'
export { createContentPage, deleteContentPage, updateContentPage } from './content-page.writes.ts'
export { pageAuditSubject } from './page-audit-subject.ts'
