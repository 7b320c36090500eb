export { bookRoutes } from './books.routes.ts'
export { startBookkeeper } from './bookkeeper.ts'
export { checkBooks } from './check.ts'
