export { feedFiles } from './feed-files.ts'
export { feedRoutes } from './feeds.routes.ts'
export { llmsFile } from './llms/llms.ts'
