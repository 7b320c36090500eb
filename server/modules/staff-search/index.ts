export { recordSearchJob } from './record-search.job.ts'
