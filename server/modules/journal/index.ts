export { record, type Actor, type WriteContext } from './journal.writes.ts'
